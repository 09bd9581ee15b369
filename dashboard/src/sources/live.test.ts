import { describe, expect, test } from "vitest";
import type { LiveCall } from "../api/live";
import { keep, keyOf } from "./live";

const call = (n: number): LiveCall => ({
  kind: "accepted",
  at: `2026-11-15T08:00:00.${String(n).padStart(3, "0")}Z`,
  type: "track",
  messageId: `m${n}`,
  filtered: false,
  message: {},
});

describe("kept calls", () => {
  test("are newest first", () => {
    const kept = keep(keep([], [call(1), call(2)]), [call(3)]);
    expect(kept.map(({ call }) => call.messageId)).toEqual(["m3", "m2", "m1"]);
  });

  test("are there once, however often they are told", () => {
    const kept = keep([], [call(1), call(2)]);
    expect(keep(kept, [call(1), call(2)])).toBe(kept);
    expect(keep(kept, [call(2), call(3), call(3)])).toHaveLength(3);
  });

  test("are bounded; the oldest go", () => {
    const kept = keep(keep([], [call(1), call(2)], 2), [call(3)], 2);
    expect(kept.map(({ call }) => call.messageId)).toEqual(["m3", "m2"]);
  });

  test("rejected ones of a batch are told apart by their place", () => {
    const rejected = (index: number): LiveCall => ({
      kind: "rejected",
      at: "2026-11-15T08:00:00.000Z",
      code: "no_user_anon_id",
      message: "",
      index,
    });
    expect(keyOf(rejected(1))).not.toBe(keyOf(rejected(2)));
  });
});
