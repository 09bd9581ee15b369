import { expect, test } from "vitest";
import { idsOf, MOST_IDS, type RequestValues, validateRequest } from "./ids";

const values = (change: Partial<RequestValues>): RequestValues => ({
  type: "DELETE_ONLY",
  ids: "ada",
  sources: [],
  hideNow: false,
  ...change,
});

test("ids are lines, each once, with their spaces", () => {
  expect(idsOf("\uFEFFada\r\nbob\n\n \nada\n a b \rlast")).toEqual(["ada", "bob", " a b ", "last"]);
  expect(idsOf("")).toEqual([]);
});

test("what the service would refuse is said before", () => {
  expect(validateRequest(values({}))).toEqual({});
  expect(validateRequest(values({ ids: " \n" })).subjectIds).toContain("at least one");
  const most = Array.from({ length: MOST_IDS }, (_, i) => `u${i}`).join("\n");
  expect(validateRequest(values({ ids: most }))).toEqual({});
  expect(validateRequest(values({ ids: `${most}\nmore` })).subjectIds).toContain("5,001 ids");
  expect(validateRequest(values({ ids: "😀".repeat(500) }))).toEqual({});
  expect(validateRequest(values({ ids: "x".repeat(501) })).subjectIds).toContain("over 500");
  const sources = Array.from({ length: 21 }, (_, i) => `src_${i}`);
  expect(validateRequest(values({ sources })).sources).toContain("at most 20");
});
