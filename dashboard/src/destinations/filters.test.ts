import { describe, expect, test } from "vitest";
import type { Filter } from "../api/filters";
import { emptyMatch, KINDS, kindOf, parseValue, parts, withAction, writeValue } from "./filters";

describe("a value", () => {
  test.each([
    ["42", 42],
    ["-1.5", -1.5],
    ["true", true],
    ["pro", "pro"],
    ['"42"', "42"],
    ["007", "007"],
    ["1e3", "1e3"],
    ["12345678901234567890", "12345678901234567890"],
  ])("typed as %s is read as it is meant", (text, value) =>
    expect(parseValue(text, "equals")).toBe(value),
  );

  test("of several is a list", () =>
    expect(parseValue("a, 2, ,true", "one_of")).toEqual(["a", 2, true]));

  test.each([42, "42", "true", true, "a b", ["a", 2, "3"]])("%j survives being shown", (value) =>
    expect(parseValue(writeValue(value), Array.isArray(value) ? "one_of" : "equals")).toEqual(
      value,
    ),
  );
});

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

  test("leaves out what it does not know", () => {
    expect(withAction(filter, "drop")).not.toHaveProperty("fields");
    expect(withAction(filter, "sample")).toMatchObject({ percent: 10, name: "Cards" });
  });
});

test("lists are split at commas", () => expect(parts(" a ,b,, ")).toEqual(["a", "b"]));
