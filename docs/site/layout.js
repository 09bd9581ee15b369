// The HTML around each page. No inline scripts or styles: the content security policy forbids them.
import { pagesOf } from "./contents.js";
import { render } from "./markdown.js";

/** Headings of these levels are listed beside the page. */
const OUTLINE_LEVELS = new Set([2, 3]);
const OUTLINE_AT_LEAST = 2;

/** Turns each parsed page into a whole HTML page. */
export function layOut(files, metalsmith) {
  const { contents } = metalsmith.metadata();
  for (const page of pagesOf(files)) {
    page.contents = Buffer.from(html(page, render(page), contents));
  }
}

/** Adds the page that is shown at every other address; its own links do not depend on where it is shown. */
export function addNotFoundPage(files, metalsmith) {
  const { contents } = metalsmith.metadata();
  const page = { title: "Page not found", file: "404.html", headings: [] };
  const text = "<h1>Page not found</h1>\n<p>Search, or choose a page from the list.</p>\n";
  files[page.file] = { contents: Buffer.from(html(page, text, contents, "/docs/")) };
}

/** A whole page; `root` is the address of the site, seen from the page. */
function html(page, text, contents, root = "") {
  const name = page.file === "index.html" ? page.title : `${page.title} · Documentation`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)} · Postrider</title>
<link rel="icon" type="image/svg+xml" href="${root}favicon.svg">
<link rel="stylesheet" href="${root}site.css">
<script src="${root}color-scheme.js"></script>
<script type="module" src="${root}site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${root}index.html"><img src="${root}favicon.svg" alt="" width="26" height="26">Postrider</a>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search" aria-label="Search the documentation"
 autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results">
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
<p id="search-status" class="status" role="status"></p>
</div>
<a class="to-pages" href="#pages">Pages</a>
<button type="button" id="scheme">Dark</button>
<a href="/">Dashboard</a>
</header>
<nav id="pages" aria-label="Documentation">
${contents.map((section) => sectionHtml(section, page, root)).join("\n")}
</nav>
<main id="content" tabindex="-1">
${text}</main>
${outline(page)}
</body>
</html>
`;
}

function sectionHtml({ title, pages }, current, root) {
  const entries = pages.map(({ title: name, file }) => {
    const here = file === current.file ? ' aria-current="page"' : "";
    return `<li><a href="${root}${file}"${here}>${escaped(name)}</a></li>`;
  });
  return `<h2>${escaped(title)}</h2>\n<ul>\n${entries.join("\n")}\n</ul>`;
}

function outline(page) {
  const headings = page.headings.filter(({ level }) => OUTLINE_LEVELS.has(level));
  if (headings.length < OUTLINE_AT_LEAST) {
    return "";
  }
  const entries = headings.map(
    ({ level, text, anchor }) =>
      `<li class="level-${level}"><a href="#${anchor}">${escaped(text)}</a></li>`,
  );
  return `<aside aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${entries.join("\n")}\n</ul>\n</aside>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
