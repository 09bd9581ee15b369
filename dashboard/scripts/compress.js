// Writes a .gz and a .br beside every built file that benefits; the server sends those files, so
// that it never compresses during a request.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = new URL("../dist/", import.meta.url).pathname;
const text = /\.(html|js|css|svg|json|txt)$/;

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !text.test(entry.name)) {
    continue;
  }
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const [suffix, packed] of [
    [".gz", gzipSync(bytes, { level: 9 })],
    [".br", brotliCompressSync(bytes, { params: quality })],
  ]) {
    if (packed.length < bytes.length) {
      writeFileSync(path + suffix, packed);
    }
  }
}
