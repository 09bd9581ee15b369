// The contents of the site: docs/README.md lists every document in its sections.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const INDEX = "docs/README.md";
const SECTION = /^## (.+)$/;
const ENTRY = /^- \[([^\]]+)\]\(([^)#]+\.md)\)/;

/**
 * The sections with their pages, in order. A page has the path of its document in the repository
 * (`source`) and its name in the site (`file`).
 */
export function readContents(repository) {
  const sections = [];
  for (const line of readFileSync(join(repository, INDEX), "utf8").split("\n")) {
    const section = SECTION.exec(line);
    const entry = ENTRY.exec(line);
    if (section) {
      sections.push({ title: section[1], pages: [] });
    } else if (entry) {
      const source = posix.join("docs", entry[2]);
      const { title, pages } = sections.at(-1);
      pages.push({ title: entry[1], section: title, source, file: fileOf(source) });
    }
  }
  const listed = new Set(sections.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const missing = readdirSync(join(repository, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .filter((source) => source !== INDEX && !listed.has(source));
  if (missing.length > 0) {
    throw new Error(`${INDEX} does not list ${missing.join(", ")}: add each to a section.`);
  }
  return sections;
}

/** `docs/commands.md` is `commands.html`; `clients/go/README.md` is `clients-go.html`. */
function fileOf(source) {
  const path = source.replace(/^docs\//, "").replace(/\/README\.md$/, ".md");
  return `${path.replace(/\.md$/, "").replaceAll("/", "-").toLowerCase()}.html`;
}

/** Adds a file for each page, with the text of its document. */
export function addPages(files, metalsmith) {
  const { repository, contents } = metalsmith.metadata();
  const index = { title: "Documentation", source: INDEX, file: "index.html" };
  for (const page of [index, ...contents.flatMap(({ pages }) => pages)]) {
    if (files[page.file]) {
      throw new Error(`${page.source} and another document have the same name, ${page.file}.`);
    }
    const text = readFileSync(join(repository, page.source), "utf8");
    files[page.file] = { ...page, contents: Buffer.from(text), isPage: true };
  }
}

/** The pages among the files of the site. */
export function pagesOf(files) {
  return Object.values(files).filter(({ isPage }) => isPage);
}
