// Bundles the page into ../static, or into the folder that is named: `node build.mjs [FOLDER]`.
import { build } from "esbuild";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";

const folder = process.argv[2] ?? "../static";
await mkdir(folder, { recursive: true });
for (const name of await readdir(folder)) if (/\.(js|css)$/.test(name)) await rm(`${folder}/${name}`);
const all = {
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
};
// Large libraries are bundles of their own, the same whatever is changed in the page.
const apart = ["revogrid", "codemirror"];
await build({ ...all, entryPoints: apart.map((name) => `src/${name}.ts`) });
await build({
  ...all,
  entryPoints: { app: "src/main.tsx" },
  splitting: true,
  chunkNames: "[name]-[hash]",
  external: apart.map((name) => `./${name}.js`),
});
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `${folder}/${name}`);
