// A field for several lines, as tall as its content.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The field, at most *most* pixels tall; *shown* is its content, *more* is anything else that affects its height. */
export function useGrowing(shown: string, most: number, more: unknown = null): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(most, element.scrollHeight + 2)}px`;
  }, [shown, most, more]);
  return area;
}
