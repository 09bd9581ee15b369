// Markdown to HTML. Headings get the anchors that GitHub gives them, so that links work in both places.
import markdownIt from "markdown-it";
import { pagesOf } from "./contents.js";

const markdown = markdownIt({ html: false, linkify: false, typographer: false });

markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => "</table></div>\n";

/** The alignment of a column as a class: the content security policy forbids inline styles. */
function alignCells(tokens) {
  for (const token of tokens) {
    const style = token.attrGet("style");
    if (style !== null) {
      token.attrs = [["class", style.replace("text-align:", "")]];
    }
  }
}

/** Parses each page: `tokens`, and its `headings` with level, text and anchor. */
export function parsePages(files) {
  for (const page of pagesOf(files)) {
    page.tokens = markdown.parse(page.contents.toString("utf8"), {});
    alignCells(page.tokens);
    page.headings = headingsOf(page.tokens);
  }
}

/** The HTML of a parsed page. */
export function render(page) {
  return markdown.renderer.render(page.tokens, markdown.options, {});
}

/** The tokens inside of paragraphs, cells and headings, where links and images are. */
export function inlineTokens(page) {
  return page.tokens.flatMap((token) => token.children ?? []);
}

/** What a reader sees of a text with links and emphasis. */
export function plainText(inline) {
  return (inline.children ?? [])
    .map(({ type, content }) => (type === "softbreak" ? " " : content))
    .join("");
}

function headingsOf(tokens) {
  const seen = new Map();
  const headings = [];
  tokens.forEach((token, at) => {
    if (token.type === "heading_open") {
      const text = plainText(tokens[at + 1]);
      const anchor = unique(slug(text), seen);
      token.attrSet("id", anchor);
      headings.push({ level: Number(token.tag.slice(1)), text, anchor });
    }
  });
  return headings;
}

function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

function unique(anchor, seen) {
  const times = seen.get(anchor) ?? 0;
  seen.set(anchor, times + 1);
  return times === 0 ? anchor : `${anchor}-${times}`;
}
