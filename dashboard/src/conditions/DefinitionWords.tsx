import { Fragment } from "react";
import { Link } from "react-router";
import type { Condition, EventSelection, TraitDefinition } from "../api/computations";
import type { Operator } from "../api/filters";
import { takesValue, writeValue } from "../parts/operands";
import styles from "./conditions.module.css";
import { windowWords } from "./window";
import { AGGREGATE_WORDS, COUNT_WORDS, OPERATOR_WORDS, times } from "./words";

/** An audience's definition in words. */
export function ConditionWords({ definition }: { definition: Condition }) {
  return (
    <div className={styles.words}>
      Everyone <ConditionSentence condition={definition} lead />
    </div>
  );
}

/** A computed trait's definition in words. */
export function TraitWords({ definition }: { definition: TraitDefinition }) {
  const { kind, property } = definition;
  return (
    <p className={styles.words}>
      For each person, {AGGREGATE_WORDS[kind]} {property !== undefined && <Name>{property}</Name>}
      {property !== undefined && " of "}
      <Name>{definition.event}</Name>
      {kind === "event_count" && " was done"}
      <Events events={definition} />
    </p>
  );
}

function Name({ children }: { children: string }) {
  return <b>{children}</b>;
}

interface SentenceProps<C> {
  condition: C;
  negated?: boolean;
  /** Whether it continues a sentence or is a list item. */
  lead?: boolean;
}

function ConditionSentence({ condition, negated = false, lead = false }: SentenceProps<Condition>) {
  if ("not" in condition) {
    return <ConditionSentence condition={condition.not} negated={!negated} lead={lead} />;
  }
  if ("all" in condition || "any" in condition) {
    return <Group condition={condition} negated={negated} lead={lead} />;
  }
  const who = lead ? "who " : "";
  if ("audience" in condition) {
    return (
      <>
        {who}
        {negated ? "is not in the audience " : "is in the audience "}
        <Link to={`/audiences?search=${encodeURIComponent(condition.audience)}`}>
          {condition.audience}
        </Link>
      </>
    );
  }
  if ("trait" in condition) {
    return (
      <>
        {negated && (lead ? "except those " : "not: ")}
        {lead && "whose "}trait <Name>{condition.trait}</Name> <Comparison test={condition} />
      </>
    );
  }
  return (
    <>
      {who}
      {negated ? "has not done " : "has done "}
      <Name>{condition.event}</Name> {COUNT_WORDS[condition.count.op]}{" "}
      {times(condition.count.value)}
      <Events events={condition} />
    </>
  );
}

type Joined = Extract<Condition, { all: unknown } | { any: unknown }>;

function Group({ condition, negated = false, lead = false }: SentenceProps<Joined>) {
  const all = "all" in condition;
  const inner = all ? condition.all : condition.any;
  const [only] = inner;
  if (only !== undefined && inner.length === 1) {
    return <ConditionSentence condition={only} negated={negated} lead={lead} />;
  }
  return (
    <>
      {lead && "for whom "}
      {groupWords(all, negated)}:
      <ul>
        {inner.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: read-only items do not move
          <li key={index}>
            <ConditionSentence condition={one} />
          </li>
        ))}
      </ul>
    </>
  );
}

function groupWords(all: boolean, negated: boolean): string {
  if (all) {
    return negated ? "not all of these are true" : "all of these are true";
  }
  return negated ? "none of these is true" : "any of these is true";
}

/** The time window and the properties. */
function Events({ events }: { events: EventSelection }) {
  return (
    <>
      {events.within !== undefined && ` within the last ${windowWords(events.within)}`}
      {events.where?.map(({ property, ...test }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: read-only items do not move
        <Fragment key={index}>
          {index === 0 ? " where " : " and "}
          <Name>{property}</Name> <Comparison test={test} />
        </Fragment>
      ))}
    </>
  );
}

function Comparison({ test }: { test: { op: Operator; value?: unknown } }) {
  return (
    <>
      {OPERATOR_WORDS[test.op]}
      {takesValue(test.op) && (
        <>
          {" "}
          <Name>{writeValue(test.value, test.op)}</Name>
        </>
      )}
    </>
  );
}
