import { expect, test } from "vitest";
import { idsOf, MAX_IDS, type RequestValues, validateRequest } from "./ids";

const values = (change: Partial<RequestValues>): RequestValues => ({
  type: "DELETE_ONLY",
  ids: "ada",
  sources: [],
  hideNow: false,
  ...change,
});

test("IDs are lines without duplicates, with their spaces", () => {
  expect(idsOf("\uFEFFada\r\nbob\n\n \nada\n a b \rlast")).toEqual(["ada", "bob", " a b ", "last"]);
  expect(idsOf("")).toEqual([]);
});

test("reports errors before sending", () => {
  expect(validateRequest(values({}))).toEqual({});
  expect(validateRequest(values({ ids: " \n" })).subjectIds).toContain("at least one");
  const most = Array.from({ length: MAX_IDS }, (_, i) => `u${i}`).join("\n");
  expect(validateRequest(values({ ids: most }))).toEqual({});
  expect(validateRequest(values({ ids: `${most}\nmore` })).subjectIds).toContain("5,001 IDs");
  expect(validateRequest(values({ ids: "😀".repeat(500) }))).toEqual({});
  expect(validateRequest(values({ ids: "x".repeat(501) })).subjectIds).toContain("over 500");
  const sources = Array.from({ length: 21 }, (_, i) => `src_${i}`);
  expect(validateRequest(values({ sources })).sources).toContain("at most 20");
});
