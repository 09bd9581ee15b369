import { expect, test } from "vitest";
import { sinceBegan } from "./range";

const steps = [0, 0, 3, 0].map((count, hour) => ({ at: `2026-11-15T0${hour}:00:00.000Z`, count }));
const isEmpty = ({ count }: { count: number }) => count === 0;
const firstHour = (began: string | undefined) =>
  sinceBegan(steps, began, isEmpty)[0]?.at.slice(11, 13);

test.each([
  [undefined, "00"],
  ["2026-11-14T00:00:00.000Z", "00"],
  ["2026-11-15T00:59:59.999Z", "00"],
  ["2026-11-15T01:00:00.000Z", "01"],
  ["2026-11-15T02:30:00.000Z", "02"],
  ["2026-11-16T00:00:00.000Z", "02"],
])("a chart of a subject that began at %s starts at %s", (began, hour) =>
  expect(firstHour(began)).toBe(hour),
);

test("a chart always has a time axis", () => {
  const empty = steps.map((step) => ({ ...step, count: 0 }));
  expect(sinceBegan(empty, "2027-01-01T00:00:00.000Z", isEmpty)).toEqual(empty.slice(2));
  expect(sinceBegan(empty.slice(3), "2027-01-01T00:00:00.000Z", isEmpty)).toHaveLength(1);
  expect(sinceBegan([], "2027-01-01T00:00:00.000Z", isEmpty)).toEqual([]);
});
