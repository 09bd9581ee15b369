import { describe, expect, test } from "vitest";
import { COUNT_OPERATORS, type Condition, type PropertyCondition } from "../api/computations";
import { OPERATORS } from "../api/filters";
import { takesMany, takesNumber, takesTime, takesValue } from "../parts/operands";
import {
  conditionOf,
  draftOf,
  emptyDraft,
  groupOf,
  traitDefinitionOf,
  valueDraftOf,
  withKind,
} from "./draft";
import { parseGroup } from "./parse";
import { groupFindings } from "./problems";

/** Pseudo-random numbers, the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Dice = ReturnType<typeof dice>;

const TEXTS = ["pro", "42", "true", "a, b", 'say "hi"', " a ", "ä→😀", "back\\slash"];
const SCALARS = [...TEXTS, 42, -1.5, 0, 9_007_199_254_740_991, true, false];

function pick<T>(roll: Dice, from: readonly T[]): T {
  return from[roll(from.length)] as T;
}

function comparison(roll: Dice): Omit<PropertyCondition, "property"> {
  const op = pick(roll, OPERATORS);
  if (!takesValue(op)) {
    return { op };
  }
  if (takesMany(op)) {
    return { op, value: Array.from({ length: 1 + roll(4) }, () => pick(roll, SCALARS)) };
  }
  if (takesNumber(op)) {
    return { op, value: pick(roll, [0, 100, -2.5, 1e-7]) };
  }
  if (takesTime(op)) {
    return { op, value: pick(roll, ["2026-01-31", "2026-01-31T12:00:00Z"]) };
  }
  return { op, value: pick(roll, op.endsWith("_with") ? TEXTS : SCALARS) };
}

function condition(roll: Dice, depth: number): Condition {
  const several = () => Array.from({ length: 1 + roll(3) }, () => condition(roll, depth + 1));
  switch (roll(depth > 3 ? 3 : 6)) {
    case 0:
      return { trait: pick(roll, TEXTS), ...comparison(roll) };
    case 1:
      return { audience: "big_spenders" };
    case 2:
      return {
        event: pick(roll, TEXTS),
        ...(roll(2) && { where: [{ property: "total", ...comparison(roll) }] }),
        ...(roll(2) && { within: pick(roll, ["90m", "24h", "30d"]) }),
        count: { op: pick(roll, COUNT_OPERATORS), value: roll(9) },
      };
    case 3:
      return { not: condition(roll, depth + 1) };
    case 4:
      return { any: several() };
    default:
      return { all: several() };
  }
}

/** The same without double negations. */
function folded(one: Condition): Condition {
  if ("not" in one) {
    return "not" in one.not ? folded(one.not.not) : { not: folded(one.not) };
  }
  if ("all" in one) {
    return { all: one.all.map(folded) };
  }
  return "any" in one ? { any: one.any.map(folded) } : one;
}

const drawn = Array.from({ length: 500 }, (_, seed) => condition(dice(seed + 1), 0));

describe("a definition", () => {
  test("round-trips through a draft", () => {
    for (const one of drawn) {
      expect(conditionOf(draftOf(one))).toEqual(folded(one));
    }
  });

  test("round-trips through JSON without errors", () => {
    for (const one of drawn) {
      const draft = parseGroup(JSON.stringify(one));
      expect(conditionOf(draft)).toEqual(conditionOf(groupOf(one)));
      expect(groupFindings(draft)).toEqual({ missing: {}, wrong: {} });
    }
  });

  test("that is not a group is wrapped in one", () =>
    expect(conditionOf(groupOf({ audience: "a" }))).toEqual({ all: [{ audience: "a" }] }));
});

test("a computed trait round-trips, and a count has no property", () => {
  const sum = {
    kind: "sum",
    event: "Order Completed",
    property: "total",
    where: [{ property: "currency", op: "equals", value: "EUR" }],
    within: "90d",
  } as const;
  expect(traitDefinitionOf(valueDraftOf({ ...sum, where: [...sum.where] }))).toEqual(sum);
  expect(
    traitDefinitionOf({
      kind: "event_count",
      property: "total",
      counted: { event: "Signed Up", where: [], within: undefined },
    }),
  ).toEqual({ kind: "event_count", event: "Signed Up" });
});

describe("another kind of condition", () => {
  test("wraps a condition in the group", () => {
    const trait = { ...emptyDraft("trait"), negated: true };
    const group = withKind(trait, "any", false);
    expect(group).toMatchObject({ kind: "any", inner: [{ kind: "trait", negated: false }] });
  });

  test("keeps the conditions of a group", () => {
    const group = emptyDraft("all");
    expect(withKind(group, "any", true)).toEqual({ ...group, kind: "any", negated: true });
  });
});
