import type { Aggregate, CountOperator } from "../api/computations";
import type { Operator } from "../api/filters";
import type { Draft } from "./draft";

/** The words for conditions. */

export const OPERATOR_WORDS: Record<Operator, string> = {
  equals: "is",
  not_equals: "is not",
  greater_than: "is greater than",
  at_least: "is at least",
  less_than: "is less than",
  at_most: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  one_of: "is one of",
  contains_one_of: "contains one of",
  before: "is before",
  after: "is after",
  exists: "is known",
  not_exists: "is not known",
};

export const COUNT_WORDS: Record<CountOperator, string> = {
  at_least: "at least",
  at_most: "at most",
  equals: "exactly",
  not_equals: "not exactly",
  greater_than: "more than",
  less_than: "fewer than",
};

export const times = (count: number) =>
  count === 1 ? "once" : `${count.toLocaleString("en")} times`;

type Choice = { value: string; label: string };

const choice = (kind: Draft["kind"], label: string, negated = false): Choice => ({
  value: negated ? `not ${kind}` : kind,
  label,
});

/** The kinds of conditions, for the select. */
export const CONDITION_CHOICES: { group: string; items: Choice[] }[] = [
  {
    group: "What people did",
    items: [choice("event", "has done"), choice("event", "has not done", true)],
  },
  {
    group: "Traits",
    items: [choice("trait", "trait"), choice("trait", "not: trait", true)],
  },
  {
    group: "Other audiences",
    items: [choice("audience", "is in audience"), choice("audience", "is not in audience", true)],
  },
  {
    group: "Several together",
    items: [
      choice("all", "all of these"),
      choice("any", "any of these"),
      choice("any", "none of these", true),
      choice("all", "not all of these", true),
    ],
  },
];

/** The choices for groups. */
export const GROUP_CHOICES: Choice[] = CONDITION_CHOICES[3]?.items ?? [];

export const choiceOf = ({ kind, negated }: Draft) => (negated ? `not ${kind}` : kind);

export function readChoice(value: string): { kind: Draft["kind"]; negated: boolean } {
  const negated = value.startsWith("not ");
  return { kind: (negated ? value.slice(4) : value) as Draft["kind"], negated };
}

/** The words for the aggregate of a computed trait. */
export const AGGREGATE_WORDS: Record<Aggregate, string> = {
  event_count: "how often",
  sum: "the sum of",
  average: "the average of",
  min: "the smallest",
  max: "the largest",
  most_frequent: "the most frequent",
  first: "the first",
  last: "the last",
  unique_list: "all different values of",
  unique_count: "how many different values of",
};

export const AGGREGATE_NOTES: Record<Aggregate, string> = {
  event_count: "A number: how many of these events a person has.",
  sum: "A number. Non-numeric values are ignored.",
  average: "A number. Non-numeric values are ignored.",
  min: "A number. Non-numeric values are ignored.",
  max: "A number. Non-numeric values are ignored.",
  most_frequent: "A text, a number, true or false: the most frequent value.",
  first: "The value of the earliest event that has one.",
  last: "The value of the latest event that has one.",
  unique_list: "A list of the values, each once.",
  unique_count: "A number.",
};
