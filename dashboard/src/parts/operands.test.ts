import { describe, expect, test } from "vitest";
import { parseValue, parts, writeValue } from "./operands";

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
  ])("typed as %s has the expected type", (text, value) =>
    expect(parseValue(text, "equals")).toBe(value),
  );

  test("of several is a list", () =>
    expect(parseValue("a, 2, ,true", "one_of")).toEqual(["a", 2, true]));

  test.each([
    42,
    "42",
    "true",
    true,
    "a b",
    " a ",
    "",
    'say "hi"',
    '"quoted"',
    "back\\slash",
    1e21,
    -1e-7,
    ["a", 2, "3"],
    ["a, b", 'c "d, e"', "", true],
  ])("%j round-trips", (value) =>
    expect(parseValue(writeValue(value), Array.isArray(value) ? "one_of" : "equals")).toEqual(
      value,
    ),
  );

  test("of a numeric operator is a number in any format", () => {
    expect(parseValue("1e3", "at_least")).toBe(1_000);
    expect(parseValue("007", "less_than")).toBe(7);
    expect(parseValue("many", "less_than")).toBe("many");
  });

  test("of a text operator is always text", () => {
    expect(parseValue("42", "starts_with")).toBe("42");
    expect(parseValue("2026-01-31", "before")).toBe("2026-01-31");
    expect(writeValue("42", "starts_with")).toBe("42");
  });
});

test("lists are split at commas", () => expect(parts(" a ,b,, ")).toEqual(["a", "b"]));
