import { describe, expect, test } from "vitest";
import { pageOf } from "./paging";

const numbers = Array.from({ length: 101 }, (_, i) => i);

describe("a page", () => {
  test("is a part of the list", () =>
    expect(pageOf(numbers, 2)).toEqual({ items: numbers.slice(50, 100), page: 2, pages: 3 }));

  test("that does not exist is the nearest that does", () => {
    expect(pageOf(numbers, 9).items).toEqual([100]);
    expect(pageOf(numbers, -1).page).toBe(1);
    expect(pageOf(numbers, Number.NaN).page).toBe(1);
  });

  test("of nothing is empty", () =>
    expect(pageOf([], 1)).toEqual({ items: [], page: 1, pages: 1 }));

  test("that is exactly full has no empty page after it", () =>
    expect(pageOf(numbers.slice(0, 100), 1).pages).toBe(2));
});
