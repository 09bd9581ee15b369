import { describe, expect, test } from "vitest";
import { firstSnippet, npmSnippet, SNIPPETS } from "./snippets";

describe("snippets", () => {
  for (const snippet of SNIPPETS) {
    test(`${snippet.name} contains the write key and the URL`, () => {
      const text = snippet.write("https://events.example.com", "wk_abc");
      expect(text).toContain("wk_abc");
      expect(text).toContain("events.example.com");
    });
  }

  test("of web sources begin with the one for web pages", () => {
    expect(firstSnippet("web")).toBe("html");
    expect(firstSnippet("server")).toBe("curl");
    expect(firstSnippet("mobile")).toBe("curl");
  });

  test("for browsers have a note on plain HTTP", () => {
    expect(npmSnippet("http://localhost:8080", "wk_abc")).toContain(
      `apiHost: "localhost:8080/v1", protocol: "http"`,
    );
    expect(npmSnippet("https://a.example", "wk_abc")).not.toContain("protocol");
  });
});
