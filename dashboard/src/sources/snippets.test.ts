import { describe, expect, test } from "vitest";
import { browserSnippet, SNIPPETS } from "./snippets";

describe("snippets", () => {
  for (const snippet of SNIPPETS) {
    test(`${snippet.name} contains the write key and the URL`, () => {
      const text = snippet.write("https://events.example.com", "wk_abc");
      expect(text).toContain("wk_abc");
      expect(text).toContain("events.example.com");
    });
  }

  test("for browsers have a note on plain HTTP", () => {
    expect(browserSnippet("http://localhost:8080", "wk_abc")).toContain(
      `apiHost: "localhost:8080/v1", protocol: "http"`,
    );
    expect(browserSnippet("https://a.example", "wk_abc")).not.toContain("protocol");
  });
});
