import { describe, expect, test } from "vitest";
import type { Filter } from "../api/filters";
import { emptyMatch, KINDS, kindOf, withAction } from "./filters";

describe("a condition", () => {
  test.each(KINDS.map(({ value }) => value))("of kind %s starts as one of that kind", (kind) =>
    expect(kindOf(emptyMatch(kind))).toBe(kind),
  );
});

describe("another action", () => {
  const filter: Filter = {
    name: "Cards",
    enabled: false,
    when: { type: ["track"] },
    action: "omit",
    fields: ["properties.card"],
  };

  test("keeps name, condition and fields", () =>
    expect(withAction(filter, "keep")).toEqual({ ...filter, action: "keep" }));

  test("removes fields of other actions", () => {
    expect(withAction(filter, "drop")).not.toHaveProperty("fields");
    expect(withAction(filter, "sample")).toMatchObject({ percent: 10, name: "Cards" });
  });
});
