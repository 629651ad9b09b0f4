// Values as forms show them, and what is typed for them.

export function isExpression(value: unknown): value is string {
  return typeof value === "string" && /\{\{|\{%/.test(value);
}

/** A value that one card may have of its own: the end is what all others have. */
export const OWN_VALUE = /^\{\{ *card\.\w+ or '?(.*?)'? *\}\}$/;

/** Whether no brace is open: what is typed so far can be tried. */
export function isComplete(typed: string): boolean {
  return (typed.match(/\{\{/g)?.length ?? 0) === (typed.match(/\}\}/g)?.length ?? 0);
}

export function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? flow(value) : String(value);
}

/** A value as YAML has it in a line. */
export function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([k, v]) => `${k}: ${flow(v)}`).join(", ")}}`;
  return String(value);
}

/** What is typed for a list: `[1mm, 2mm]`, also in each other. */
export function parsed(typed: string): unknown {
  const trimmed = typed.trim();
  if (!/^[[{]/.test(trimmed)) return number(trimmed);
  try {
    return JSON.parse(trimmed.replace(/[^[\]{},:"\s][^[\]{},:"]*/g, (w) => (/^-?[\d.]+$|^(true|false|null)$/.test(w.trim()) ? w : JSON.stringify(w.trim())))) as unknown;
  } catch {
    return trimmed;
  }
}

export function number(typed: string): unknown {
  return /^-?\d*\.?\d+$/.test(typed) ? Number(typed) : typed;
}
