import type {
  Condition,
  CountOperator,
  EventSelection,
  PropertyCondition,
  TraitDefinition,
} from "../api/computations";
import type { Operand, Operator } from "../api/filters";
import { parseValue, takesValue, writeValue } from "../parts/operands";
import { parseWindow, type Window, writeWindow } from "./window";

/** A definition while it is edited: texts as typed, and a stable key for each part. Immutable. */
export type Draft = GroupDraft | TraitDraft | EventDraft | AudienceDraft;

interface Head {
  key: number;
  /** Whether the condition is negated. */
  negated: boolean;
}

export interface GroupDraft extends Head {
  kind: "all" | "any";
  inner: Draft[];
}

export interface TraitDraft extends Head {
  kind: "trait";
  trait: string;
  test: TestDraft;
}

export interface EventDraft extends Head {
  kind: "event";
  counted: CountedDraft;
  count: { op: CountOperator; value: string };
}

export interface AudienceDraft extends Head {
  kind: "audience";
  audience: string;
}

export interface TestDraft {
  op: Operator;
  value: string;
}

export interface WhereDraft {
  key: number;
  property: string;
  test: TestDraft;
}

/** A selection of events. */
export interface CountedDraft {
  event: string;
  where: WhereDraft[];
  within: Window | undefined;
}

/** The draft of a computed trait. */
export interface ValueDraft {
  kind: TraitDefinition["kind"];
  counted: CountedDraft;
  property: string;
}

let keys = 0;
export const nextKey = () => ++keys;

export const emptyTest = (): TestDraft => ({ op: "equals", value: "" });
export const emptyCounted = (): CountedDraft => ({ event: "", where: [], within: undefined });
export const emptyWhere = (): WhereDraft => ({ key: nextKey(), property: "", test: emptyTest() });

export function emptyDraft(kind: Draft["kind"], negated = false): Draft {
  const head = { key: nextKey(), negated };
  switch (kind) {
    case "all":
    case "any":
      return { ...head, kind, inner: [emptyDraft("event")] };
    case "trait":
      return { ...head, kind, trait: "", test: emptyTest() };
    case "event":
      return { ...head, kind, counted: emptyCounted(), count: { op: "at_least", value: "1" } };
    case "audience":
      return { ...head, kind, audience: "" };
  }
}

/** The condition as another kind; keeps the fields that both kinds have. */
export function withKind(draft: Draft, kind: Draft["kind"], negated: boolean): Draft {
  if (draft.kind === kind) {
    return { ...draft, negated };
  }
  if ("inner" in draft && (kind === "all" || kind === "any")) {
    return { ...draft, kind, negated };
  }
  if (kind === "all" || kind === "any") {
    return { key: nextKey(), negated, kind, inner: [{ ...draft, negated: false }] };
  }
  return { ...emptyDraft(kind, negated), key: draft.key };
}

export const emptyGroup = (): GroupDraft => ({
  key: nextKey(),
  negated: false,
  kind: "all",
  inner: [emptyDraft("event")],
});

export const emptyValue = (): ValueDraft => ({
  kind: "event_count",
  counted: emptyCounted(),
  property: "",
});

/** The draft of a definition; a single condition is wrapped in a group. */
export function groupOf(condition: Condition): GroupDraft {
  const draft = draftOf(condition);
  return "inner" in draft ? draft : { key: nextKey(), negated: false, kind: "all", inner: [draft] };
}

export function draftOf(condition: Condition): Draft {
  if ("not" in condition) {
    const inner = draftOf(condition.not);
    return { ...inner, negated: !inner.negated };
  }
  const head = { key: nextKey(), negated: false };
  if ("all" in condition) {
    return { ...head, kind: "all", inner: condition.all.map(draftOf) };
  }
  if ("any" in condition) {
    return { ...head, kind: "any", inner: condition.any.map(draftOf) };
  }
  if ("trait" in condition) {
    return { ...head, kind: "trait", trait: condition.trait, test: testOf(condition) };
  }
  if ("audience" in condition) {
    return { ...head, kind: "audience", audience: condition.audience };
  }
  const { op, value } = condition.count;
  return {
    ...head,
    kind: "event",
    counted: countedOf(condition),
    count: { op, value: String(value) },
  };
}

export const valueDraftOf = (definition: TraitDefinition): ValueDraft => ({
  kind: definition.kind,
  counted: countedOf(definition),
  property: definition.property ?? "",
});

const testOf = ({ op, value }: { op: Operator; value?: Operand }): TestDraft => ({
  op,
  value: writeValue(value, op),
});

const countedOf = ({ event, where = [], within }: EventSelection): CountedDraft => ({
  event,
  where: where.map(({ property, ...test }) => ({ key: nextKey(), property, test: testOf(test) })),
  within: within === undefined ? undefined : parseWindow(within),
});

/** The definition of a draft. */
export function conditionOf(draft: Draft): Condition {
  const plain = plainOf(draft);
  return draft.negated ? { not: plain } : plain;
}

function plainOf(draft: Draft): Condition {
  switch (draft.kind) {
    case "all":
      return { all: draft.inner.map(conditionOf) };
    case "any":
      return { any: draft.inner.map(conditionOf) };
    case "trait":
      return { trait: draft.trait, ...comparisonOf(draft.test) };
    case "audience":
      return { audience: draft.audience };
    case "event":
      return {
        ...eventOf(draft.counted),
        count: { op: draft.count.op, value: Number(draft.count.value) },
      };
  }
}

export function traitDefinitionOf({ kind, counted, property }: ValueDraft): TraitDefinition {
  const { event, ...others } = eventOf(counted);
  return { kind, event, ...(kind !== "event_count" && { property: property.trim() }), ...others };
}

const comparisonOf = ({ op, value }: TestDraft): { op: Operator; value?: Operand } =>
  takesValue(op) ? { op, value: parseValue(value, op) } : { op };

const eventOf = ({ event, where, within }: CountedDraft): EventSelection => ({
  event,
  ...(where.length > 0 && { where: where.map(propertyOf) }),
  ...(within && { within: writeWindow(within) }),
});

const propertyOf = ({ property, test }: WhereDraft): PropertyCondition => ({
  property: property.trim(),
  ...comparisonOf(test),
});
