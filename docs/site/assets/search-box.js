import MiniSearch from "./minisearch.js";
import { SEARCH_OPTIONS } from "./search-options.js";

/** The most results that are shown. */
const SHOWN = 12;

/** Searches while the reader types. Arrow keys choose a result, Enter opens it, `/` starts a search. */
export function setUpSearch(input, list, status) {
  let index = null;
  let chosen = -1;

  /** Loaded once, with the first search. */
  function load() {
    index ??= fetch(new URL("search.json", import.meta.url))
      .then((response) => response.text())
      .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS));
    return index;
  }

  async function search() {
    const query = input.value.trim();
    if (query === "") {
      close();
      return;
    }
    const loaded = await load().catch(() => null);
    if (loaded === null) {
      index = null;
      status.textContent = "The search index cannot be loaded. Type again to retry.";
      return;
    }
    if (query === input.value.trim()) {
      show(loaded.search(query).slice(0, SHOWN));
    }
  }

  function show(results) {
    chosen = -1;
    list.replaceChildren(...results.map(entry));
    list.hidden = results.length === 0;
    input.setAttribute("aria-expanded", String(results.length > 0));
    input.removeAttribute("aria-activedescendant");
    status.textContent = results.length === 0 ? "Nothing found." : "";
  }

  function entry({ id, page, heading }, at) {
    const item = document.createElement("li");
    item.id = `result-${at}`;
    item.role = "option";
    const link = document.createElement("a");
    link.href = new URL(id, import.meta.url).href;
    link.tabIndex = -1;
    const where = document.createElement("small");
    where.textContent = page;
    link.append(heading, where);
    link.addEventListener("click", close);
    item.append(link);
    return item;
  }

  function choose(at) {
    const items = [...list.children];
    chosen = (at + items.length) % items.length;
    items.forEach((item, position) => {
      item.setAttribute("aria-selected", String(position === chosen));
    });
    items[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[chosen].id);
  }

  function close() {
    show([]);
    status.textContent = "";
  }

  input.addEventListener("focus", () => {
    load().catch(() => {
      index = null; // the next search tries again
    });
  });
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      close();
    } else if (!list.hidden && event.key === "ArrowDown") {
      event.preventDefault();
      choose(chosen + 1);
    } else if (!list.hidden && event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen < 0 ? -1 : chosen - 1);
    } else if (!list.hidden && event.key === "Enter") {
      list.children[Math.max(chosen, 0)].querySelector("a").click();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement?.tagName !== "INPUT") {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!list.hidden && !list.contains(event.target) && event.target !== input) {
      close();
    }
  });
}
