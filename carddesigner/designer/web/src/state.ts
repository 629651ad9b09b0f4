// The page's state and the functions that change it, under one name for its views.

export * from "./cards";
export * from "./framing";
export * from "./persisted";
export { listeners, send } from "./link";
export { create } from "./making";
export { definitions, drawn, painted, pictures } from "./painted";
export * from "./shown";
export { undo, undoable, undoTo } from "./steps";
export { connect, goToStart } from "./receive";
export { assign, cancelDrag, drag, drop, nudge, put, tryValues, typeField, writeField } from "./trying";
