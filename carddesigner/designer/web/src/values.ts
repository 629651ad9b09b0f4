// Formatting values for forms, and parsing what is typed.

export function isExpression(value: unknown): value is string {
  return typeof value === "string" && /\{\{|\{%/.test(value);
}

/** A value that a card may override; the end is the value of all other cards. */
export const OWN_VALUE = /^\{\{ *card\.\w+ or '?(.*?)'? *\}\}$/;

/** Whether no brace is open, so that the typed text can be tried. */
export function isComplete(typed: string): boolean {
  return (typed.match(/\{\{/g)?.length ?? 0) === (typed.match(/\}\}/g)?.length ?? 0);
}

export function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? flow(value) : String(value);
}

/** A value as YAML in one line. */
export function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([k, v]) => `${k}: ${flow(v)}`).join(", ")}}`;
  return String(value);
}

/** Parse a list as it is typed: `[1mm, 2mm]`, possibly nested. */
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
