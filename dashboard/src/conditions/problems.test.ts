import { describe, expect, test } from "vitest";
import type { Condition } from "../api/computations";
import type { Operator } from "../api/filters";
import { emptyGroup, emptyValue, type GroupDraft, groupOf, valueDraftOf } from "./draft";
import { groupFindings, MAX_CONDITIONS, MAX_DEPTH, valueFindings } from "./problems";

const wrongWith = (condition: Condition) => groupFindings(groupOf(condition)).wrong;

describe("a definition", () => {
  test("that is empty has missing values but no wrong ones", () => {
    expect(groupFindings(emptyGroup())).toEqual({
      missing: { "definition.all[0].event": "Needs the name of an event" },
      wrong: {},
    });
    const { missing, wrong } = valueFindings({ ...emptyValue(), kind: "sum" });
    expect(Object.keys(missing)).toEqual(["definition.event", "definition.property"]);
    expect(wrong).toEqual({});
  });

  test("reports errors by the field paths of the API", () => {
    const draft: GroupDraft = {
      key: 1,
      negated: true,
      kind: "any",
      inner: [
        {
          key: 2,
          negated: true,
          kind: "event",
          counted: {
            event: "Order Completed",
            where: [{ key: 3, property: "a..b", test: { op: "at_least", value: "many" } }],
            within: { amount: "0", unit: "d" },
          },
          count: { op: "at_least", value: "1.5" },
        },
        { key: 4, negated: false, kind: "trait", trait: "", test: { op: "before", value: "soon" } },
        { key: 5, negated: false, kind: "audience", audience: "" },
      ],
    };
    const { missing, wrong } = groupFindings(draft);
    expect(Object.keys(wrong)).toEqual([
      "definition.not.any[0].not.where[0].property",
      "definition.not.any[0].not.where[0].value",
      "definition.not.any[0].not.within",
      "definition.not.any[0].not.count.value",
      "definition.not.any[1].value",
    ]);
    expect(Object.keys(missing)).toEqual([
      "definition.not.any[1].trait",
      "definition.not.any[2].audience",
    ]);
  });

  test("may have as many conditions as the service accepts, and no more", () => {
    const of = (length: number) => ({ all: Array.from({ length }, () => ({ audience: "a" })) });
    expect(wrongWith(of(MAX_CONDITIONS - 1))).toEqual({});
    expect(wrongWith(of(MAX_CONDITIONS))).toHaveProperty("definition");
  });

  test("may be as deep as the service accepts, and no deeper", () => {
    const of = (levels: number): Condition =>
      levels === 1 ? { audience: "a" } : { all: [of(levels - 1)] };
    expect(wrongWith(of(MAX_DEPTH))).toEqual({});
    expect(wrongWith(of(MAX_DEPTH + 1))).toHaveProperty("definition");
  });
});

describe("a value", () => {
  const problem = (op: Operator, value: string) => {
    const draft = valueDraftOf({ kind: "event_count", event: "a" });
    draft.counted.where = [{ key: 1, property: "p", test: { op, value } }];
    return valueFindings(draft).wrong["definition.where[0].value"];
  };

  test("has the type that its operator needs", () => {
    expect(problem("at_least", "1e3")).toBeUndefined();
    expect(problem("at_least", "ten")).toContain("number");
    expect(problem("at_least", "9007199254740991")).toBeUndefined();
    expect(problem("at_least", "9007199254740993")).toContain("more digits");
    expect(problem("after", "2026-01-31")).toBeUndefined();
    expect(problem("after", "yesterday")).toContain("time");
    expect(problem("equals", "ä".repeat(1_000))).toBeUndefined();
    expect(problem("equals", "ä".repeat(1_001))).toContain("1,000");
    expect(problem("one_of", Array.from({ length: 100 }, (_, i) => i).join())).toBeUndefined();
    expect(problem("one_of", Array.from({ length: 101 }, (_, i) => i).join())).toContain("100");
  });
});
