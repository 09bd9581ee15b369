// Links between documents become links of the site. A link that leads nowhere fails the build.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { pagesOf } from "./contents.js";
import { inlineTokens } from "./markdown.js";

/** Documents that the program serves elsewhere. */
const SERVED = new Map([["spec/openapi.yaml", "/openapi.json"]]);

/** Types that the program serves as they are; other files become text. */
const SERVED_TYPE = /\.(json|png|svg|txt)$/;

/** Rewrites the links and images of all pages, and adds the files that they lead to. */
export function checkLinks(files, metalsmith) {
  const { repository } = metalsmith.metadata();
  const pages = pagesOf(files);
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const broken = [];
  for (const page of pages) {
    for (const token of inlineTokens(page)) {
      const name = { link_open: "href", image: "src" }[token.type];
      if (name !== undefined) {
        const target = resolveLink(page, token.attrGet(name));
        if (target.problem) {
          broken.push(`${page.source}: ${token.attrGet(name)} ${target.problem}`);
        } else {
          token.attrSet(name, target.address);
        }
      }
    }
  }
  if (broken.length > 0) {
    throw new Error(`Broken links:\n${broken.join("\n")}`);
  }

  function resolveLink(page, link) {
    if (/^https?:\/\//.test(link)) {
      return { address: link };
    }
    const [path, anchor] = link.split("#");
    const source = path === "" ? page.source : posix.join(posix.dirname(page.source), path);
    const linked = bySource.get(source);
    if (linked) {
      return toPage(linked, path, anchor);
    }
    if (SERVED.has(source)) {
      return { address: SERVED.get(source) };
    }
    return toFile(source);
  }

  function toPage(linked, path, anchor) {
    if (anchor !== undefined && !linked.headings.some((heading) => heading.anchor === anchor)) {
      return { problem: `leads to no heading of ${linked.source}` };
    }
    const file = path === "" ? "" : linked.file;
    return { address: anchor === undefined ? file : `${file}#${anchor}` };
  }

  function toFile(source) {
    const path = join(repository, source);
    if (!existsSync(path)) {
      return { problem: "leads to no file" };
    }
    if (source.endsWith(".md") || statSync(path).isDirectory()) {
      return { problem: "leads to a document that docs/README.md does not list" };
    }
    const short = source.replace(/^docs\//, "");
    const name = SERVED_TYPE.test(short) ? short : `${short}.txt`;
    const file = short.startsWith("images/") ? name : `files/${name}`;
    files[file] ??= { contents: readFileSync(path) };
    return { address: file };
  }
}
