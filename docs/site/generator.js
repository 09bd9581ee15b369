// The steps that make the site.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Metalsmith from "metalsmith";
import { addPages, readContents } from "./contents.js";
import { addNotFoundPage, layOut } from "./layout.js";
import { checkLinks } from "./links.js";
import { parsePages } from "./markdown.js";
import { addSearch } from "./search.js";

const TEXT = /\.(html|js|css|svg|json|txt)$/;
const here = dirname(fileURLToPath(import.meta.url));

/** Makes the site of a repository in a folder. Fails on missing documents and broken links. */
export async function makeSite(repository, folder) {
  const contents = readContents(repository);
  await Metalsmith(here)
    .source("assets")
    .destination(resolve(folder))
    .clean(true)
    .frontmatter(false)
    .metadata({ repository, contents })
    .use(addAssets)
    .use(addPages)
    .use(parsePages)
    .use(checkLinks)
    .use(addSearch)
    .use(layOut)
    .use(addNotFoundPage)
    .use(compress)
    .build();
}

/** What browsers load beside the pages and the files of `assets`. */
function addAssets(files) {
  const library = join(here, "node_modules/minisearch");
  const license = readFileSync(join(library, "LICENSE.txt"), "utf8").trim();
  const code = readFileSync(join(library, "dist/es/index.js"), "utf8");
  const minisearch = code.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n");
  files["minisearch.js"] = {
    contents: Buffer.from(`/*! MiniSearch\n\n${license}\n*/\n${minisearch}`),
  };
  files["favicon.svg"] = {
    contents: readFileSync(join(here, "../../dashboard/public/favicon.svg")),
  };
}

/** Compressed copies, so that the server never compresses during a request. */
function compress(files) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const name of Object.keys(files).filter((name) => TEXT.test(name))) {
    const bytes = files[name].contents;
    files[`${name}.gz`] = { contents: gzipSync(bytes, { level: 9 }) };
    files[`${name}.br`] = { contents: brotliCompressSync(bytes, { params: quality }) };
  }
}
