import { describe, expect, test } from "vitest";
import type { LiveCall } from "../api/live";
import { addCalls, keyOf } from "./live";

const call = (n: number): LiveCall => ({
  kind: "accepted",
  at: `2026-11-15T08:00:00.${String(n).padStart(3, "0")}Z`,
  type: "track",
  messageId: `m${n}`,
  filtered: false,
  message: {},
});

describe("recent calls", () => {
  test("are newest first", () => {
    const calls = addCalls(addCalls([], [call(1), call(2)]), [call(3)]);
    expect(calls.map(({ call }) => call.messageId)).toEqual(["m3", "m2", "m1"]);
  });

  test("have no duplicates", () => {
    const calls = addCalls([], [call(1), call(2)]);
    expect(addCalls(calls, [call(1), call(2)])).toBe(calls);
    expect(addCalls(calls, [call(2), call(3), call(3)])).toHaveLength(3);
  });

  test("are bounded; the oldest are dropped", () => {
    const calls = addCalls(addCalls([], [call(1), call(2)], 2), [call(3)], 2);
    expect(calls.map(({ call }) => call.messageId)).toEqual(["m3", "m2"]);
  });

  test("rejected calls of a batch differ by index", () => {
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
