import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import MiniSearch from "minisearch";
import { SEARCH_OPTIONS } from "./assets/search-options.js";
import { makeSite } from "./generator.js";

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-site-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name, text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const page = (name) => readFileSync(join(folder, "site", name), "utf8");
const make = () => makeSite(folder, join(folder, "site"));

/** A repository of two documents; the text is that of the first. */
function repository(text) {
  write(
    "docs/README.md",
    "# All\n\n## Use\n\n- [Guide](guide.md): how\n- [Go](../clients/go/README.md)\n",
  );
  write("docs/guide.md", text);
  write(
    "clients/go/README.md",
    "# Go\n\n## Set up & run\n\nInstall it. See [guide](../../docs/guide.md).\n",
  );
}

test("links between documents become links of the site", async () => {
  repository(
    "# Guide\n\n[Go](../clients/go/README.md#set-up--run), [above](#guide), [web](https://example.com/)\n",
  );
  await make();
  assert.match(page("guide.html"), /href="clients-go.html#set-up--run"/);
  assert.match(page("guide.html"), /href="#guide"/);
  assert.match(page("guide.html"), /href="https:\/\/example.com\/"/);
  assert.match(page("clients-go.html"), /href="guide.html"/);
});

test("the current page is marked in the list of all pages", async () => {
  repository("# Guide\n");
  await make();
  assert.match(page("guide.html"), /<a href="guide.html" aria-current="page">Guide<\/a>/);
  assert.match(page("guide.html"), /<a href="clients-go.html">Go<\/a>/);
});

test("linked files are part of the site", async () => {
  repository("# Guide\n\n![Picture](images/one.png) [settings](../server/reference.properties)\n");
  write("docs/images/one.png", "png");
  write("server/reference.properties", "a = 1\n");
  await make();
  assert.match(page("guide.html"), /src="images\/one.png"/);
  assert.equal(page("files/server/reference.properties.txt"), "a = 1\n");
});

for (const [link, problem] of [
  ["missing.md", /docs\/guide.md: missing.md leads to no file/],
  ["#nowhere", /#nowhere leads to no heading of docs\/guide.md/],
  ["../clients/go/README.md#nowhere", /leads to no heading of clients\/go\/README.md/],
  ["../OTHER.md", /leads to a document that docs\/README.md does not list/],
]) {
  test(`the link ${link} fails the build`, async () => {
    repository(`# Guide\n\n[link](${link})\n`);
    write("OTHER.md", "# Other\n");
    await assert.rejects(make(), problem);
    assert.equal(existsSync(join(folder, "site")), false);
  });
}

test("a document that is not listed fails the build", async () => {
  repository("# Guide\n");
  write("docs/forgotten.md", "# Forgotten\n");
  await assert.rejects(make(), /docs\/README.md does not list docs\/forgotten.md/);
});

test("the search finds sections, settings and their parts", async () => {
  repository(
    "# Guide\n\n## Retries\n\nSet `delivery.retry-window` to four hours.\n\n## Other\n\nNothing.\n",
  );
  await make();
  const index = MiniSearch.loadJSON(page("search.json"), SEARCH_OPTIONS);
  for (const query of ["delivery.retry-window", "window", "retrys", "Four hours"]) {
    assert.equal(index.search(query)[0]?.id, "guide.html#retries", query);
  }
  assert.deepEqual(index.search("install window"), []);
});

test("pages for developers come after those for users", async () => {
  repository("# Guide\n\nA retry.\n");
  write(
    "docs/README.md",
    "# All\n\n## Develop\n\n- [Go](../clients/go/README.md)\n\n## Use\n\n- [Guide](guide.md)\n",
  );
  write("clients/go/README.md", "# Go\n\nA retry and a retry.\n");
  await make();
  const index = MiniSearch.loadJSON(page("search.json"), SEARCH_OPTIONS);
  assert.deepEqual(
    index.search("retry").map(({ id }) => id),
    ["guide.html", "clients-go.html"],
  );
});

test("pages have no inline scripts or styles, and show code as text", async () => {
  repository(
    "# Guide\n\n```html\n<script>alert(1)</script>\n```\n\n<b onclick='x()'>raw</b>\n\n|a|\n|-:|\n|1|\n",
  );
  await make();
  assert.doesNotMatch(page("guide.html"), /<script>|<style|style="|<b /);
  assert.match(page("guide.html"), /<td class="right">1/);
});
