// Made by tools/make_messages.py of the messages in carddesigner/designer; don't edit.

export interface FoundFix {
  file: string;
  start: number;
  old: string;
  new: string;
}

export interface Found {
  severity: string;
  code: string;
  message: string;
  hint: string;
  place: string;
  card: string;
  zone: string;
  file: string;
  line: number;
  column: number;
  length: number;
  fix: FoundFix | null;
}

export interface AskChanges {
  t: "ask-changes";
}

export interface BackToOpened {
  t: "back-to-opened";
}

export interface PutBack {
  t: "put-back";
}

export interface FileChange {
  file: string;
  added: number;
  removed: number;
  lines: string[];
  deleted: boolean;
}

export interface Changes {
  t: "changes";
  files: FileChange[];
}

export interface Group {
  t: "group";
  zones: string[];
}

export interface Ungroup {
  t: "ungroup";
  zone: string;
}

export interface Nest {
  t: "nest";
  zones: string[];
  into: string;
  before?: string;
}

export interface Copy {
  t: "copy";
  zones: string[];
  cut?: boolean;
}

export interface Paste {
  t: "paste";
}

export interface AskSizes {
  t: "ask-sizes";
  zone: string;
  side: "front" | "back";
  wanted?: boolean;
}

export interface TextSize {
  component: string;
  id: string;
  characters: number;
  fill: number;
}

export interface TextSizes {
  t: "text-sizes";
  zone: string;
  side: "front" | "back";
  sizes: TextSize[];
}

export interface Refresh {
  t: "refresh";
}

export interface TakeSources {
  t: "take-sources";
  number: number;
  web?: boolean;
}

export interface KeepTables {
  t: "keep-tables";
}

export interface CardChange {
  component: string;
  id: string;
  title: string;
}

export interface FieldChange {
  component: string;
  id: string;
  title: string;
  field: string;
  old: string;
  new: string;
  place: string;
}

export interface SourceChanges {
  t: "source-changes";
  web: boolean;
  number: number;
  files: string[];
  new: CardChange[];
  removed: CardChange[];
  changed: FieldChange[];
  cards: number;
  counts: [number, number];
  more: number;
  problem: string;
}

export interface Refreshing {
  t: "refreshing";
}

export interface FormField {
  name: string;
  label: string;
  kind: "choice" | "flag" | "switch" | "number" | "text";
  help: string;
  choices: string[];
  shape: string;
  minimum: number | null;
  maximum: number | null;
}

export interface Exporter {
  name: string;
  description: string;
  fields: string[];
}

export interface Offered {
  value: string;
  title: string;
}

export interface Offer {
  name: string;
  values: Offered[];
  free: boolean;
  several: boolean;
}

export interface Choice {
  name: string;
  value: boolean | number | string | string[];
}

export interface PrintOpen {
  t: "print-open";
}

export interface PrintLook {
  t: "print-look";
  seq: number;
  choices: Choice[];
}

export interface PrintBuild {
  t: "print-build";
  choices: Choice[];
}

export interface PrintExport {
  t: "print-export";
  choices: Choice[];
}

export interface PrintStop {
  t: "print-stop";
}

export interface PrintKeep {
  t: "print-keep";
  choices: Choice[];
}

export interface PrintMeasure {
  t: "print-measure";
  choices: Choice[];
}

export interface PrintJudge {
  t: "print-judge";
  link: string;
  target?: string;
}

export interface PrintForm {
  t: "print-form";
  build: FormField[];
  export: FormField[];
  measure: FormField[];
  exporters: Exporter[];
  offers: Offer[];
  storable: string[];
  folder: string;
  targets: string[];
}

export interface PrintSlot {
  component: string;
  id: string;
  side: "front" | "back";
  frame: [number, number, number, number];
}

export interface PrintPage {
  number: number;
  sheet: number;
  side: "front" | "back";
  width: number;
  height: number;
  turned: "" | "across" | "over";
  slots: PrintSlot[];
}

export interface PrintDocument {
  title: string;
  lines: string[];
  steps: string[];
  first: number;
  count: number;
  pages: PrintPage[];
}

export interface PrintCount {
  component: string;
  pieces: number;
  cards: number;
  sheets: number;
}

export interface PrintSheets {
  t: "print-sheets";
  seq: number;
  key: number;
  documents: PrintDocument[];
  counts: PrintCount[];
  sheets: number;
  changes: string[];
  defaults: Choice[];
  found: Found[];
}

export interface WrongChoice {
  name: string;
  message: string;
}

export interface PrintWrong {
  t: "print-wrong";
  seq: number;
  found: Found[];
  wrong: WrongChoice[];
}

export interface Making {
  t: "making";
  command: string;
  stage: string;
  done: number;
  total: number;
}

export interface MadeFile {
  path: string;
  kind: string;
  pages: number;
  size: number;
  link: string;
}

export interface MadePart {
  title: string;
  files: MadeFile[];
  lines: string[];
  steps: string[];
}

export interface Made {
  t: "made";
  command: string;
  state: "done" | "failed" | "stopped";
  parts: MadePart[];
  found: Found[];
  wrong: WrongChoice[];
  seconds: number;
}

export interface JudgedFinding {
  severity: string;
  code: string;
  message: string;
  location: string;
  meaning: string;
  remedy: string;
}

export interface PrintJudged {
  t: "print-judged";
  link: string;
  target: string;
  reason: string;
  pages: number;
  found: JudgedFinding[];
  count: number;
  problem: string;
}

export interface Tables {
  t: "tables";
  table?: string;
}

export interface TypeCell {
  t: "type";
  seq: number;
  table: string;
  revision: number;
  row: number;
  column: number;
  text: string;
}

export interface CellText {
  row: number;
  column: number;
  text: string;
}

export interface Cells {
  t: "cells";
  table: string;
  revision: number;
  name: string;
  cells: CellText[];
}

export interface Rows {
  t: "rows";
  table: string;
  revision: number;
  seq: number;
  action: "insert" | "duplicate" | "delete" | "move";
  rows?: number[];
  to?: number;
}

export interface Columns {
  t: "columns";
  table: string;
  revision: number;
  seq: number;
  action: "insert" | "duplicate" | "delete" | "move" | "rename";
  column?: number;
  to?: number;
  name?: string;
}

export interface Locate {
  t: "locate";
  table: string;
  revision: number;
  places: string[];
}

export interface Thumbnails {
  t: "thumbnails";
  names: [string, string][];
}

export interface AsCsv {
  t: "as-csv";
  table: string;
}

export interface TableName {
  key: string;
  file: string;
  components: string[];
}

export interface ColumnInfo {
  header: string;
  name: string;
  kind: string;
  choices: string[];
  required: boolean;
  declared: boolean;
  language: string;
  translates: number;
}

export interface RowInfo {
  cells: string[];
  component: string;
  id: string;
  reason: string;
}

export interface TableInfo {
  t: "table";
  tables: TableName[];
  key: string;
  revision: number;
  columns: ColumnInfo[];
  rows: RowInfo[];
  languages: string[];
  locked: string;
  fixed_rows: string;
  fixed_columns: string;
  problem: string;
  csv: string;
  published: string;
}

export interface TablePatch {
  t: "table-patch";
  key: string;
  revision: number;
  start: number;
  removed: number;
  rows: RowInfo[];
}

export interface Shifted {
  t: "shifted";
  seq: number;
}

export interface LocatedCell {
  index: number;
  row: number;
  column: number;
}

export interface Located {
  t: "located";
  key: string;
  revision: number;
  places: string[];
  cells: LocatedCell[];
}

export interface Thumbnail {
  kind: string;
  name: string;
  picture: string;
}

export interface ThumbnailList {
  t: "thumbnails";
  pictures: Thumbnail[];
}

export interface Start {
  t: "start";
}

export interface OpenDeck {
  t: "open-deck";
  deck: string;
}

export interface CopyDeck {
  t: "copy-deck";
  deck: string;
  folder: string;
}

export interface Forget {
  t: "forget";
  deck: string;
}

export interface FetchTable {
  t: "fetch-table";
  address: string;
}

export interface ColumnChoice {
  column: string;
  role: string;
}

export interface TableOptions {
  sheets: string[];
  quantity: string;
  roles: ColumnChoice[];
  look: string;
  size: string;
}

export interface Sketch {
  t: "sketch";
  draft: string;
  number: number;
  options: TableOptions;
}

export interface MakeDeck {
  t: "make-deck";
  draft: string;
  folder: string;
  options: TableOptions;
}

export interface DeckEntry {
  deck: string;
  title: string;
  location: string;
  missing: boolean;
  recent: boolean;
}

export interface StartInfo {
  t: "start-info";
  folder: string;
  own: DeckEntry[];
  shipped: DeckEntry[];
}

export interface DeckFaces {
  t: "deck-faces";
  deck: string;
  title: string;
  description: string;
  cards: number;
  faces: string[];
  problem: string;
}

export interface Drafted {
  t: "drafted";
  draft: string;
  name: string;
}

export interface SheetName {
  name: string;
  hidden: boolean;
  included: boolean;
}

export interface ColumnRole {
  column: string;
  cells: string[];
  role: string;
  confidence: string;
  reason: string;
  roles: string[];
}

export interface Quantity {
  column: string;
  cards: number;
}

export interface LookName {
  name: string;
  description: string;
}

export interface Sketched {
  t: "sketched";
  number: number;
  rows: number;
  sheets: SheetName[];
  columns: ColumnRole[];
  quantities: Quantity[];
  look: string;
  looks: LookName[];
  sizes: string[];
  folder: string;
  notes: string[];
}

export interface SketchedLook {
  t: "sketched-look";
  number: number;
  look: string;
  faces: string[];
  cards: number;
  size: string;
  notes: string[];
  unprinted: string[];
  problem: string;
}

export interface Opened {
  t: "opened";
  folder: string;
}

export interface Refused {
  t: "refused";
  request: "open" | "copy" | "table" | "make";
  message: string;
  hint: string;
  place: string;
}

export interface Pieces {
  t: "pieces";
}

export interface DealPacks {
  t: "deal";
  pack: string;
  count: number;
  seed: number;
}

export interface TablePiece {
  component: string;
  id: string;
  name: string;
  copies: number;
  width: number;
  height: number;
  back: number;
  is_page: boolean;
}

export interface PackInfo {
  name: string;
  cards: number;
}

export interface TablePieces {
  t: "pieces";
  pieces: TablePiece[];
  packs: PackInfo[];
}

export interface DealtPack {
  title: string;
  cards: [string, string][];
}

export interface Dealt {
  t: "dealt";
  seed: number;
  packs: DealtPack[];
}

export interface PropertyOwner {
  kind: "zone" | "style" | "part" | "face" | "stock" | "component" | "print" | "palette";
  name: string;
}

export interface Look {
  t: "look";
  owner: PropertyOwner;
}

export interface Assignment {
  owner: PropertyOwner;
  key: string[];
  value?: unknown;
  unset?: boolean;
  at_origin?: boolean;
}

export interface Try {
  t: "try";
  seq: number;
  values: Assignment[];
}

export interface Assign {
  t: "assign";
  values: Assignment[];
}

export interface FindIcons {
  t: "find-icons";
  query: string;
}

export interface FindFonts {
  t: "find-fonts";
  more?: boolean;
}

export interface TypeField {
  t: "type-field";
  seq: number;
  field: string;
  text: string;
}

export interface WriteField {
  t: "write-field";
  field: string;
  text: string;
}

export interface OnlyHere {
  t: "only-here";
  values: Assignment[];
}

export interface AddZone {
  t: "add-zone";
  content: string;
  frame: [number, number, number, number];
  picture?: string;
}

export interface PutPicture {
  t: "put-picture";
  zone: string;
  picture: string;
  way?: "all" | "column" | "file" | null;
}

export interface MakeStyle {
  t: "make-style";
  zone: string;
  name: string;
}

export interface MakePart {
  t: "make-part";
  zone: string;
  name: string;
}

export interface AddNamed {
  t: "add-named";
  kind: "style" | "part" | "face" | "color" | "font" | "stock" | "component";
  name: string;
  value?: string;
}

export interface RenameNamed {
  t: "rename-named";
  kind: "style" | "part" | "face" | "color" | "font" | "stock";
  name: string;
  to: string;
}

export interface UseFamily {
  t: "use-family";
  family: string;
  values: Assignment[];
}

export interface AskNames {
  t: "ask-names";
}

export interface Origin {
  kind: "own" | "style" | "parent";
  name: string;
  place: string;
  file: string;
  path: (string | number)[];
  editable: boolean;
}

export interface PropertyValue {
  key: string;
  value: unknown;
  origins: Origin[];
  result: string | null;
  problem: string;
}

export interface FieldText {
  field: string;
  text: string;
}

export interface Properties {
  t: "properties";
  owner: PropertyOwner;
  definition: string;
  place: string;
  values: PropertyValue[];
  styles: string[];
  locked: string;
  hint: string;
  cells: FieldText[];
}

export interface PictureWay {
  way: "all" | "column" | "file";
  title: string;
  written: string;
  problem: string;
}

export interface PictureWays {
  t: "picture-ways";
  zone: string;
  picture: string;
  name: string;
  ways: PictureWay[];
}

export interface ColorName {
  name: string;
  written: string;
  screen: string;
}

export interface FontSample {
  name: string;
  family: string;
  sample: string;
  problem: string;
}

export interface Fonts {
  t: "fonts";
  fonts: FontSample[];
  more: FontSample[] | null;
}

export interface IconPicture {
  name: string;
  address: string;
}

export interface Icons {
  t: "icons";
  query: string;
  found: IconPicture[];
  count: number;
}

export interface ColorVision {
  name: string;
  matrix: number[];
}

export interface Names {
  t: "names";
  face: string;
  component: string;
  stock: string;
  colors: ColorName[];
  styles: string[];
  parts: string[];
  faces: string[];
  stocks: string[];
  fields: string[];
  fonts: [string, string][];
  color_visions: ColorVision[];
}

export interface Files {
  t: "files";
}

export interface Read {
  t: "read";
  file: string;
}

export interface TryText {
  t: "try-text";
  seq: number;
  file: string;
  text: string;
  pages?: string;
}

export interface Save {
  t: "save";
  file: string;
  text: string;
  version: string;
}

export interface Pages {
  t: "pages";
  component: string;
}

export interface Help {
  t: "help";
  kind: "deck" | "template";
}

export interface Mend {
  t: "mend";
  file: string;
  start: number;
  old: string;
  new: string;
}

export interface FileInfo {
  file: string;
  path: string;
  kind: "deck" | "template" | "text" | "table" | "other";
  pages: string;
  read_only: string;
}

export interface FileList {
  t: "files";
  files: FileInfo[];
}

export interface FileText {
  t: "file";
  file: string;
  text: string;
  version: string;
  problem: string;
  saved: boolean;
}

export interface Conflict {
  t: "conflict";
  file: string;
  text: string;
  version: string;
}

export interface Clash {
  t: "clash";
  file: string;
  text: string;
  version: string;
  yours: string;
}

export interface Tried {
  t: "tried";
  seq: number;
}

export interface PageFace {
  id: string;
  svg: string;
}

export interface PageFaces {
  t: "pages";
  component: string;
  faces: PageFace[];
  problem: string;
}

export interface HelpEntry {
  kind: string;
  name: string;
  info: string;
}

export interface HelpText {
  t: "help";
  kind: "deck" | "template";
  schema: string;
  entries: HelpEntry[];
}

export interface Open {
  t: "open";
  whole?: boolean;
}

export interface Show {
  t: "show";
  component: string;
  id: string;
  side?: "front" | "back";
}

export interface Drag {
  t: "drag";
  seq: number;
  zones: Placing[];
}

export interface Placing {
  zone: string;
  frame: [number, number, number, number];
  rotate?: number | null;
}

export interface Drop {
  t: "drop";
  name: string;
  zones: Placing[];
}

export interface Cancel {
  t: "cancel";
}

export interface Reorder {
  t: "reorder";
  zone: string;
  by: number;
}

export interface Delete {
  t: "delete";
  zones: string[];
}

export interface Duplicate {
  t: "duplicate";
  zone: string;
}

export interface Rename {
  t: "rename";
  zone: string;
  name: string;
}

export interface Undo {
  t: "undo";
  to: number;
}

export interface UndoBy {
  t: "undo-by";
  by: number;
}

export interface Wall {
  t: "wall";
  keys: [string, string][];
  side?: "front" | "back";
  generation?: number;
  failed_fonts?: string[];
}

export interface AskFiles {
  t: "face-files";
  keys: [string, string][];
  side?: "front" | "back";
}

export interface PieceName {
  id: string;
  name: string;
}

export interface ComponentInfo {
  id: string;
  pieces: PieceName[];
}

export interface DeckInfo {
  t: "deck";
  title: string;
  folder: string;
  components: ComponentInfo[];
  whole: boolean;
  shipped: boolean;
  read_only: string;
  deleted: string[];
  copy_to: string;
}

export interface ZoneInfo {
  key: string;
  name: string;
  kind: string;
  depth: number;
  container: string;
  frame: [number, number, number, number];
  parent: [number, number, number, number];
  outer: [number, number, number, number, number, number] | null;
  rotate: number;
  place: string;
  text: string;
  locked: string;
  shared: string;
  inherited_from: string;
  picture: [number, number, number, number] | null;
  file: string;
  line: number;
}

export interface ZoneFrame {
  key: string;
  frame: [number, number, number, number];
  parent: [number, number, number, number];
  outer: [number, number, number, number, number, number] | null;
}

export interface Picture {
  key: string;
  svg: string;
}

export interface FaceInfo {
  t: "face";
  component: string;
  id: string;
  side: "front" | "back";
  sides: ("front" | "back")[];
  width: number;
  height: number;
  bleed: number;
  safe: number;
  outline: string;
  safe_outline: string;
  zones: ZoneInfo[];
  pictures: Picture[];
  definitions: string;
  reset: boolean;
  overfull: string[];
  requested: string;
}

export interface Patch {
  t: "patch";
  seq: number;
  zones: ZoneFrame[];
  pictures: Picture[];
  definitions: string;
  problem: string;
  overfull: string[];
}

export interface FaceFile {
  component: string;
  id: string;
  svg: string;
  problem: string;
}

export interface FaceFiles {
  t: "face-files";
  side: "front" | "back";
  faces: FaceFile[];
}

export interface WallFace {
  component: string;
  id: string;
  svg: string;
  width: number;
  height: number;
  outline: string;
  definitions: [string, string][];
  problem: string;
  unchanged: boolean;
}

export interface GlyphFont {
  family: string;
  parts: number;
}

export interface WallFaces {
  t: "wall";
  side: "front" | "back";
  generation: number;
  faces: WallFace[];
  fonts: GlyphFont[];
}

export interface Problems {
  t: "problems";
  running: boolean;
  found: Found[];
}

export interface Steps {
  t: "history";
  steps: string[];
  at: number;
  problem: string;
}

export interface Broken {
  t: "broken";
  found: Found[];
  deleted: string[];
}

export interface Changed {
  t: "changed";
  number: number;
}

export interface Edited {
  t: "edited";
  pieces: boolean;
}

export interface Note {
  t: "note";
  level: "info" | "error";
  text: string;
}

export type FromPage = TypeField | WriteField | OnlyHere | AddZone | PutPicture | MakeStyle | MakePart | AddNamed | RenameNamed | UseFamily | Look | Try | Assign | AskNames | FindIcons | FindFonts | Open | Show | Drag | Drop | Cancel | Reorder | Delete | Duplicate | Rename | Undo | UndoBy | Wall | AskFiles | Start | OpenDeck | CopyDeck | Forget | FetchTable | Sketch | MakeDeck | Pieces | DealPacks | Group | Ungroup | Nest | Copy | Paste | AskSizes | Tables | TypeCell | Cells | Rows | Columns | Locate | Thumbnails | AsCsv | Files | Read | TryText | Save | Pages | Help | Mend | AskChanges | BackToOpened | PutBack | PrintOpen | PrintLook | PrintBuild | PrintExport | PrintStop | PrintKeep | PrintMeasure | PrintJudge | Refresh | TakeSources | KeepTables;

export type FromServer = Properties | Names | Icons | Fonts | PictureWays | DeckInfo | FaceInfo | Patch | FaceFiles | WallFaces | Problems | Steps | Broken | Changed | Edited | Note | StartInfo | DeckFaces | Drafted | Sketched | SketchedLook | Opened | Refused | TablePieces | Dealt | TextSizes | TableInfo | TablePatch | Shifted | Located | ThumbnailList | FileList | FileText | Conflict | Clash | Tried | PageFaces | HelpText | Changes | PrintForm | PrintSheets | PrintWrong | Making | Made | PrintJudged | SourceChanges | Refreshing;
