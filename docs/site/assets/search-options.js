/** How the index is made by the build and read by the browser. Both must be the same. */
export const SEARCH_OPTIONS = {
  fields: ["heading", "page", "text"],
  storeFields: ["page", "heading", "rank"],
  // Names of settings and fields are found whole and by their parts: delivery.retry-window, retry, window.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}_.$-]+/u)
      .flatMap((word) => [word, ...(/[._-]/.test(word) ? word.split(/[._-]+/) : [])])
      .map((word) => word.replace(/^[.-]+|[.-]+$/g, ""))
      .filter((word) => word.length > 1),
  searchOptions: {
    boost: { heading: 4, page: 2 },
    boostDocument: (_id, _word, { rank }) => rank,
    prefix: (word) => word.length > 2,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    combineWith: "AND",
  },
};
