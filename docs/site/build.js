// node build.js FOLDER: makes the documentation site of this repository in FOLDER.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeSite } from "./generator.js";

const folder = process.argv[2];
if (!folder) {
  console.error("Usage: node build.js FOLDER");
  process.exit(2);
}
try {
  await makeSite(fileURLToPath(new URL("../..", import.meta.url)), resolve(folder));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
