// The JSON Schemas as fields of forms.

import { signal } from "@preact/signals";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  ge?: number;
  le?: number;
  pattern?: string;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  "x-with"?: string[];
}

export type Kind = "length" | "number" | "boolean" | "choice" | "color" | "font" | "icon" | "picture" | "styles" | "text" | "words" | "mapping" | "list" | "zones";

export interface Field {
  key: string;
  label: string;
  description: string;
  kind: Kind;
  choices: string[];
  fallback: unknown;
  min?: number;
  max?: number;
  whole: boolean;
  fields: Field[];
  /** The contents of zones to which it applies; empty for all. */
  goesWith: string[];
  /** Whether its value may be an expression. */
  varies: boolean;
}

const schemas = signal<{ deck: Schema; template: Schema } | null>(null);
let asked = false;

/** Request both schemas, which are used together: some definitions have the same names in both. */
export function askSchemas(): void {
  if (asked) return;
  asked = true;
  const ask = (name: string) => fetch(`/schema/${name}`).then((r) => r.json() as Promise<Schema>);
  Promise.all([ask("deck"), ask("template")])
    .then(([deck, template]) => (schemas.value = { deck, template }))
    .catch(() => (asked = false));
}

const cache = new Map<string, Field[]>();

/** The fields of a definition; empty until the schemas are received. */
export function fieldsOf(definition: string): Field[] {
  if (!schemas.value) return [];
  const { deck, template } = schemas.value;
  const root = template.definitions?.[definition] ? template : deck.definitions?.[definition] ? deck : null;
  if (!root) return [];
  const cached = cache.get(definition);
  if (cached) return cached;
  const out = fields(root, root.definitions![definition]!, 0);
  cache.set(definition, out);
  return out;
}

/** The fields of a stock with a shape. */
export function stockFields(shape: string): Field[] {
  const stock = schemas.value?.deck.definitions?.["Stock"];
  const found = (stock?.allOf as { if?: { properties?: { shape?: Schema } }; then?: Schema }[] | undefined)?.find((b) => b.if?.properties?.shape?.const === shape);
  const name = found?.then?.$ref?.split("/").pop();
  return name ? fieldsOf(name) : [];
}

function fields(root: Schema, schema: Schema, depth: number): Field[] {
  return Object.entries(schema.properties ?? {}).map(([key, value]) => field(root, key, value, depth));
}

const BY_KEY: Record<string, Kind> = { font: "font", icon: "icon", image: "picture", svg: "picture", mask: "picture", style: "styles", text: "text", zones: "zones" };
const COLORS = new Set(["Colour", "WrittenColour"]);

function flat(schema: Schema): Schema[] {
  return [...(schema.anyOf ?? schema.oneOf ?? [schema])];
}

export function label(key: string): string {
  const spaced = key.replace(/[-_]/g, " ");
  return spaced[0]!.toUpperCase() + spaced.slice(1);
}

function field(root: Schema, key: string, schema: Schema, depth: number): Field {
  const branches = flat(schema);
  const names = branches.map((b) => b.$ref?.split("/").pop() ?? "");
  const varies = names.includes("Expression");
  const description = (schema.description ?? "").replace(/ ?May be an expression in `\{\{ \}\}`\./, "");
  const out: Field = { key, label: label(key), description, kind: "words", choices: [], fallback: schema.default, whole: false, fields: [], goesWith: schema["x-with"] ?? [], varies };
  const own = branches.filter((b, i) => names[i] !== "Expression" && b.type !== "null");
  const number = own.find((b) => types(b).some((t) => t === "number" || t === "integer"));
  const mapping = own.map((b) => (b.$ref ? root.definitions?.[b.$ref.split("/").pop()!] : b)).find((b) => b?.properties && types(b).includes("object"));
  const choice = own.find((b) => b.enum);
  if (BY_KEY[key] && !(key === "style" && mapping)) out.kind = BY_KEY[key]!;
  else if (names.some((n) => COLORS.has(n))) out.kind = "color";
  else if (names.includes("Length") || names.includes("Distance")) out.kind = "length";
  else if (own.some((b) => types(b).includes("boolean"))) out.kind = "boolean";
  else if (choice) ((out.kind = "choice"), (out.choices = choice.enum!.map(String)));
  else if (mapping && depth < 3) ((out.kind = "mapping"), (out.fields = fields(root, mapping, depth + 1)));
  else if (number) {
    out.kind = "number";
    out.whole = types(number).includes("integer");
    out.min = number.minimum ?? number.ge;
    out.max = number.maximum ?? number.le;
  } else if (own.some((b) => types(b).includes("array"))) out.kind = "list";
  return out;
}

function types(schema: Schema): string[] {
  return Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : [];
}
