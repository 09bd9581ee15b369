import { describe, expect, it } from "vitest";
import { path } from "./client";

describe("path", () => {
  it.each([
    ["ada", "/profiles/ada"],
    ["a/b c?#%", "/profiles/a%2Fb%20c%3F%23%25"],
    [".", "/profiles/%25%32%45"],
    ["..", "/profiles/%25%32%45%25%32%45"],
    ["...", "/profiles/..."],
    ["%2E", "/profiles/%252E"],
    ["%2e%2e", "/profiles/%252e%252e"],
    ["%252E", "/profiles/%25252E"],
  ])("encodes %s so that a browser keeps it", (id, expected) => {
    expect(path`/profiles/${id}`).toBe(expected);
    expect(new URL(path`/profiles/${id}`, "http://localhost").pathname).toBe(expected);
  });
});
