// How the page is built: small files with a hash in their names, each also compressed.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/;

/** The bundler lists the licences of scripts alone; those of the typefaces are added. */
const FONTS = ["inter", "jetbrains-mono"];

/** Writes FILE.gz beside each file that gets smaller by it; the server sends what a browser accepts. */
function finished(): Plugin {
  let folder = "";
  return {
    name: "finished",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const font of FONTS) {
        const text = readFileSync(`node_modules/@fontsource-variable/${font}/LICENSE`, "utf8");
        appendFileSync(join(folder, "licenses.txt"), `\n## @fontsource-variable/${font} (OFL-1.1)\n\n${text}`);
      }
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && COMPRESSIBLE.test(entry.name))
          writeFileSync(path + ".gz", gzipSync(readFileSync(path), { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [react(), finished()],
  build: {
    assetsInlineLimit: 0, // the policy of the page allows no data: scripts, styles or fonts
    license: { fileName: "licenses.txt" }, // of all that the bundle holds
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: "es2022",
  },
  server: { proxy: { "/api": "http://127.0.0.1:9328", "/health": "http://127.0.0.1:9328" } },
  test: { environment: "node", include: ["src/**/*.test.ts"], isolate: false, fileParallelism: false },
} as Parameters<typeof defineConfig>[0]);
