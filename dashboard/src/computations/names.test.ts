import { expect, test } from "vitest";
import { keyOf } from "./names";
import { syncChoices, syncWords } from "./sync";

test.each([
  ["Big Spenders", "big_spenders"],
  ["bigSpenders", "big_spenders"],
  ["BIG spenders!", "big_spenders"],
  ["  3rd-party (new)", "3rd_party_new"],
  ["Größte Käufer", "größte_käufer"],
  ["→ !", ""],
])("the key of %j is %j", (name, key) => expect(keyOf(name)).toBe(key));

test("sync intervals are shown in words, also custom ones", () => {
  expect(syncWords("realtime")).toBe("in real time");
  expect(syncWords("1h")).toBe("every hour");
  expect(syncWords("15m")).toBe("every 15 minutes");
  expect(syncChoices("45m").map(({ value }) => value)).toContain("45m");
});
