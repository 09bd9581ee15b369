// node build.js FOLDER: writes the browser library, set up for the host that serves it, with compressed copies.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2];
if (!folder) {
  console.error("Usage: node build.js FOLDER");
  process.exit(2);
}
const library = dirname(dirname(dirname(createRequire(import.meta.url).resolve("@segment/analytics-next"))));
const umd = join(library, "dist", "umd");
const { version } = JSON.parse(readFileSync(join(library, "package.json"), "utf8"));
const license = readFileSync(join(library, "LICENSE.MD"), "utf8").trim();

// What the library would use if it did not know its host: a name that cannot exist, so that nothing leaks to others.
const NOWHERE = "postrider.invalid";

function own(text) {
  return text
    .replaceAll("cdn.segment.com", NOWHERE)
    .replaceAll("api.segment.io", NOWHERE)
    .replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n");
}

function write(name, text) {
  const bytes = Buffer.from(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params: quality }));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const notice = `/*! @segment/analytics-next ${version}\n\n${license}\n*/\n`;
const setup = readFileSync(new URL("setup.js", import.meta.url), "utf8");
const standalone = readFileSync(join(umd, "standalone.js"), "utf8");
write("analytics.min.js", notice + setup + own(standalone));
for (const name of readdirSync(umd).filter((file) => /\.bundle\.[0-9a-f]+\.js$/.test(file))) {
  write(name, notice + own(readFileSync(join(umd, name), "utf8")));
}
