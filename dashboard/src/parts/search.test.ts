import { expect, test } from "vitest";
import { matches } from "./search";

test.each([
  ["", true],
  ["  ", true],
  ["ware", true],
  ["HOUSE", true],
  [" example.com/in ", true],
  ["7b2q", true],
  ["warehouses", false],
  ["*", false],
])("%j finds a part of a name, URL or ID: %s", (search, found) =>
  expect(matches(search, "Warehouse", "https://hooks.Example.com/In", "dst_7b2qd", undefined)).toBe(
    found,
  ),
);
