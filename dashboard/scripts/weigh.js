// Fails if all files of the dashboard together exceed the size limit with gzip.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MOST_BYTES = 250 * 1024;
const folder = new URL("../dist/", import.meta.url).pathname;

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
  .map((entry) => {
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    return { name: entry.name, packed: gzipSync(bytes, { level: 9 }).length };
  })
  .sort((a, b) => b.packed - a.packed);
const total = files.reduce((sum, file) => sum + file.packed, 0);
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

if (process.argv.includes("--all")) {
  for (const file of files) {
    console.log(`${kilobytes(file.packed).padStart(10)}  ${file.name}`);
  }
}
console.log(`Dashboard: ${kilobytes(total)} compressed, of ${kilobytes(MOST_BYTES)} allowed`);
if (total > MOST_BYTES) {
  console.error(
    "The dashboard exceeds the size limit. List its files: node scripts/weigh.js --all",
  );
  process.exit(1);
}
