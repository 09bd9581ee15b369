import { describe, expect, test } from "vitest";
import { compact, count, millis, moment, percent, span, utc, words } from "./format";

describe("numbers", () => {
  test("are grouped", () => expect(count(1234567)).toBe("1,234,567"));

  test("stay unabbreviated while they fit", () => {
    expect(compact(9_999)).toBe("9,999");
    expect(compact(10_000)).toBe("10K");
    expect(compact(1_250_000)).toBe("1.3M");
  });

  test("of a share never round up to 100 %", () => {
    expect(percent(1)).toBe("100 %");
    expect(percent(0.99999)).toBe("99.99 %");
    expect(percent(0.9)).toBe("90 %");
    expect(percent(0)).toBe("0 %");
  });
});

describe("spans", () => {
  test("of milliseconds have a sensible precision", () => {
    expect(millis(0.2)).toBe("< 1 ms");
    expect(millis(1.25)).toBe("1.3 ms");
    expect(millis(999)).toBe("999 ms");
    expect(millis(5_000)).toBe("5.00 s");
  });

  test("have two units at most", () => {
    expect(span(0)).toBe("0 s");
    expect(span(61_000)).toBe("1 min 1 s");
    expect(span(7_500_000)).toBe("2 h 5 min");
    expect(span(86_400_000 + 30_000)).toBe("1 d");
    expect(span(-5)).toBe("0 s");
  });
});

describe("times", () => {
  const now = new Date("2026-11-15T12:00:00");

  test("of today have no date, of another day a date, of another year the year", () => {
    expect(moment(new Date("2026-11-15T08:04:33"), now)).toBe("08:04:33");
    expect(moment(new Date("2026-11-14T08:04:33"), now)).toContain("14 Nov");
    expect(moment(new Date("2025-11-14T08:04:33"), now)).toContain("2025");
  });

  test("are in UTC on hover", () =>
    expect(utc(new Date("2026-11-15T08:44:33.120Z"))).toBe("2026-11-15 08:44:33.120 UTC"));
});

test("codes read as words", () => expect(words("connection_refused")).toBe("connection refused"));
