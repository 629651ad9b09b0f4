// New zones: drawn on the card with a tool, or made from a dropped picture.

import { Icon } from "./icons";
import { around, rounded, type Box, type Point } from "./geometry";
import type { ZoneInfo } from "./messages";
import * as s from "./state";

const SIZES = { text: [30, 8], icon: [12, 12], image: [30, 24], shape: [20, 20], code: [18, 18] } as const;

/** Draw a zone with the tool's content between two points, or without points in the centre of the card. */
export function draw(from: Point | null, to: Point | null): void {
  const content = s.tool.value;
  const face = s.face.value;
  s.tool.value = "";
  if (!content || !face) return;
  if (s.deck.value?.read_only) return s.notify("info", s.deck.value.read_only);
  const [w, h] = SIZES[content];
  const at = from ?? [(face.width - w) / 2, (face.height - h) / 2];
  const box = around([at, to ?? at]);
  const frame: Box = box[2] > 1 && box[3] > 1 ? box : [at[0], at[1], w, h];
  s.create({ t: "add-zone", content, frame: frame.map((v) => rounded(v)) as unknown as Box }, content === "text");
}

/** Upload a dropped picture: a zone under it shows it, elsewhere it becomes a new zone. */
export async function dropped(file: File, point: Point, zone: ZoneInfo | undefined): Promise<void> {
  if (s.deck.value?.read_only) return s.notify("info", s.deck.value.read_only);
  try {
    const answer = await fetch(`/art?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const { key, problem } = (await answer.json()) as { key: string; problem: string };
    if (problem) return s.notify("error", problem);
    if (zone) s.send({ t: "put-picture", zone: zone.key, picture: key });
    else s.create({ t: "add-zone", content: "image", picture: key, frame: [rounded(point[0] - 15), rounded(point[1] - 12), 30, 24] });
  } catch {
    s.notify("error", "The picture can't be taken; the connection may be lost.");
  }
}

/** Choose a tool; choosing it again adds a zone in the centre of the card. */
export function takeTool(content: typeof s.tool.value): void {
  if (s.tool.value === content) return draw(null, null);
  s.tool.value = content;
}

const TOOLS = [
  ["text", "Text"],
  ["icon", "Icon"],
  ["image", "Picture"],
  ["shape", "Shape"],
  ["code", "QR code"],
] as const;

export function Tools() {
  if (s.deck.value?.read_only) return null;
  return (
    <div class="tool-strip" role="toolbar" aria-label="New zones" aria-orientation="vertical" onPointerDown={(e) => e.stopPropagation()} onContextMenu={(e) => e.stopPropagation()}>
      <button class={`tool${s.tool.value === "" ? " is-on" : ""}`} aria-label="Choose and move zones" title="Choose and move zones  (Esc)" aria-pressed={s.tool.value === ""} onClick={() => (s.tool.value = "")}>
        <Icon name="pointer" />
      </button>
      {TOOLS.map(([content, name]) => (
        <button class={`tool${s.tool.value === content ? " is-on" : ""}`} aria-label={`New: ${name}`} title={`${name}: draw it on the card, or click once more for the middle`} aria-pressed={s.tool.value === content} onClick={() => takeTool(content)}>
          <Icon name={content} />
        </button>
      ))}
    </div>
  );
}
