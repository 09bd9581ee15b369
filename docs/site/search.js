// The search index: one entry for each section of a page.
import MiniSearch from "minisearch";
import { SEARCH_OPTIONS } from "./assets/search-options.js";
import { pagesOf } from "./contents.js";
import { plainText } from "./markdown.js";

/** Pages for developers, and old changes, come after those for users. */
const LOWER = { Develop: 0.2, Changes: 0.2 };

/** Adds `search.json`, which the browser loads with the first search. */
export function addSearch(files) {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const page of pagesOf(files)) {
    index.addAll(sectionsOf(page));
  }
  files["search.json"] = { contents: Buffer.from(JSON.stringify(index)) };
}

/** The sections of a page: `id` is the address, `page` and `heading` say where it is. */
function sectionsOf(page) {
  const rank = LOWER[page.section] ?? LOWER[page.title] ?? 1;
  const sections = [];
  let at = 0;
  page.tokens.forEach((token, position) => {
    if (token.type === "heading_open") {
      const { level, text, anchor } = page.headings[at++];
      const id = level === 1 ? page.file : `${page.file}#${anchor}`;
      sections.push({ id, page: page.title, heading: text, text: "", rank });
    } else if (sections.length > 0) {
      const words = textOf(token, page.tokens[position - 1]);
      sections.at(-1).text += words === "" ? "" : `${words}\n`;
    }
  });
  return sections;
}

function textOf(token, before) {
  if (token.type === "fence" || token.type === "code_block") {
    return token.content;
  }
  return token.type === "inline" && before?.type !== "heading_open" ? plainText(token) : "";
}
