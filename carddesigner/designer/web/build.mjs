// Bundles the page into ../static, or into the folder that is named: `node build.mjs [FOLDER]`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const folder = process.argv[2] ?? "../static";
await mkdir(folder, { recursive: true });
await build({
  entryPoints: { app: "src/main.tsx" },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `${folder}/${name}`);
