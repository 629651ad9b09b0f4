// The drawings of the outermost zones as elements, by zone name; the canvas adds them to the page.

import { signal } from "@preact/signals";
import type { Picture } from "./messages";

const XML = "http://www.w3.org/2000/svg";
const parser = new DOMParser();
export const drawn = signal(0);
export const pictures = new Map<string, SVGGElement>();
export const definitions: SVGDefsElement = document.createElementNS(XML, "defs");
export const painted: SVGGElement = document.createElementNS(XML, "g");

function parsed(svg: string): SVGGElement {
  const from = parser.parseFromString(`<svg xmlns="${XML}">${svg}</svg>`, "image/svg+xml").documentElement;
  const group = document.createElementNS(XML, "g");
  group.append(...Array.from(from.childNodes, (n) => document.importNode(n, true)));
  return group;
}

export function define(svg: string): void {
  if (svg) definitions.append(...parsed(svg).childNodes);
}

export function draw(list: Picture[], all: boolean): void {
  if (all) {
    pictures.clear();
    painted.replaceChildren();
  }
  for (const { key, svg } of list) {
    const made = parsed(svg);
    const old = pictures.get(key);
    if (old) old.replaceWith(made);
    else painted.append(made);
    pictures.set(key, made);
  }
  drawn.value++;
}
