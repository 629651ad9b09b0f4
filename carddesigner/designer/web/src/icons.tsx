// Icons of one family: lines of 1.5 on a 16 unit square.

const PATHS: Record<string, string> = {
  undo: "M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6",
  redo: "m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h3",
  flip: "M8 2v12M5 4 2 12h3zM11 4l3 8h-3z",
  wall: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  card: "M4 2h8v12H4z",
  search: "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.5 3.5",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  "eye-off": "M2.5 2.5l11 11M6 4a6 6 0 0 1 2-.4c4 0 6.500 4.400 6.500 4.400a10 10 0 0 1-1.700 2.200M4 5.500A10 10 0 0 0 1.500 8S4 12.500 8 12.500a6 6 0 0 0 2.600-.6",
  lock: "M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500",
  unlock: "M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 4.800-1",
  warning: "M8 2.500 14.500 13.500h-13zM8 6.500v3M8 11.600v.1",
  check: "m3 8.500 3.200 3.200L13 5",
  history: "M3 4v3.500h3.500M3.300 7.300A5 5 0 1 1 4 11.200M8 5.500V8l2 1.500",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M3.400 12.600l.9-.9M11.700 4.300l.9-.9",
  moon: "M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z",
  system: "M2 3h12v8H2zM6 14h4M8 11v3",
  text: "M3.500 4.500V3h9v1.500M8 3v10M6 13h4",
  image: "M2.500 3h11v10h-11zM2.500 11l3.500-3.500 3 3 2-2 2.500 2.500M10.500 5.700v.1",
  icon: "m8 2 1.800 3.900 4.200.5-3.100 2.900.8 4.200L8 11.400l-3.700 2.100.8-4.200L2 6.400l4.200-.5z",
  shape: "M3 3h10v10H3z",
  path: "M2.500 12.500c3 0 2.500-9 5.500-9s2.500 9 5.500 9",
  group: "M2.500 2.500h7v7h-7zM6.500 6.500h7v7h-7z",
  part: "M8 2l5.200 3v6L8 14l-5.200-3V5zM2.800 5 8 8l5.200-3M8 8v6",
  repeat: "M2.500 5.500h3v5h-3zM6.500 5.500h3v5h-3zM10.500 5.500h3v5h-3z",
  left: "M3 2v12M5 4.500h8v2.500H5zM5 9.500h5V12H5z",
  center: "M8 2v12M3.500 4.500h9v2.500h-9zM5.500 9.500h5V12h-5z",
  right: "M13 2v12M3 4.500h8v2.500H3zM6 9.500h5V12H6z",
  top: "M2 3h12M4.500 5h2.500v8H4.500zM9.500 5H12v5H9.500z",
  middle: "M2 8h12M4.500 3.500h2.500v9H4.500zM9.500 5.500H12v5H9.500z",
  bottom: "M2 13h12M4.500 3h2.500v8H4.500zM9.500 6H12v5H9.500z",
  across: "M2.500 2.500v11M13.500 2.500v11M6.500 5h3v6h-3z",
  down: "M2.500 2.500h11M2.500 13.500h11M5 6.500h6v3H5z",
  forward: "M8 13V3M4.500 6.500 8 3l3.500 3.500",
  backward: "M8 3v10M4.500 9.500 8 13l3.500-3.500",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  trash: "M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.5 9h6l.5-9M6.800 7v4M9.200 7v4",
  next: "m6 3 5 5-5 5",
  previous: "m10 3-5 5 5 5",
  close: "M4 4l8 8M12 4l-8 8",
  command: "M3 4l4 4-4 4M8.500 12H13",
  grid: "M2.500 2.500h11v11h-11zM6.200 2.500v11M9.800 2.500v11M2.500 6.200h11M2.500 9.800h11",
  magnet: "M3.500 2.500v5a4.500 4.500 0 0 0 9 0v-5h-3v5a1.500 1.500 0 0 1-3 0v-5zM3.500 5h3M9.500 5h3",
  bleed: "M1.500 1.500h13v13h-13zM4 4h8v8H4z",
};

export function Icon({ name }: { name: string }) {
  const shown = { svg: "image", code: "grid", row: "repeat", column: "repeat", board: "grid", flow: "text", continued: "text" }[name] ?? name;
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[shown] ?? PATHS["shape"]} />
    </svg>
  );
}
