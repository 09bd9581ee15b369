import { describe, expect, test } from "vitest";
import type { UsageRow } from "../api/usage";
import { addUp, dayOf, daysBetween, firstOfMonth, isDay } from "./days";

describe("days", () => {
  test("are in UTC", () => {
    expect(dayOf(new Date("2026-11-15T23:59:59Z"))).toBe("2026-11-15");
    expect(firstOfMonth(new Date("2026-11-15T23:59:59Z"))).toBe("2026-11-01");
  });

  test("between two include both, over the end of a month", () =>
    expect(daysBetween("2026-02-27", "2026-03-01")).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]));

  test("in the wrong order are none", () =>
    expect(daysBetween("2026-03-01", "2026-02-27")).toEqual([]));

  test("are bounded", () => expect(daysBetween("2000-01-01", "2026-01-01")).toHaveLength(400));

  test("are distinguished from other text", () => {
    expect(isDay("2026-11-15")).toBe(true);
    expect(isDay("2026-13-15")).toBe(false);
    expect(isDay("yesterday")).toBe(false);
  });
});

test("rows are summed by a key", () => {
  const row: UsageRow = {
    day: "2026-11-15",
    sourceId: "a",
    type: "track",
    calls: 2,
    filtered: 1,
    counted: 1,
  };
  const sums = addUp([row, row, { ...row, type: "page" }], ({ type }) => type);
  expect(sums.get("track")).toEqual({ calls: 4, filtered: 2, counted: 2 });
  expect(sums.get("page")).toEqual({ calls: 2, filtered: 1, counted: 1 });
});
