import { Fragment } from "react";
import { Link } from "react-router";
import type { Condition, EventSelection, TraitDefinition } from "../api/computations";
import type { Operator } from "../api/filters";
import { takesValue, writeValue } from "../parts/operands";
import styles from "./conditions.module.css";
import { windowWords } from "./window";
import { AGGREGATE_WORDS, COUNT_WORDS, OPERATOR_WORDS, times } from "./words";

/** An audience's definition as a person would say it. */
export function ConditionWords({ definition }: { definition: Condition }) {
  return (
    <div className={styles.words}>
      Everybody <Said condition={definition} lead />
    </div>
  );
}

/** A computed trait's definition as a person would say it. */
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

interface SaidProps<C> {
  condition: C;
  negated?: boolean;
  /** Whether it continues a sentence or is a list item. */
  lead?: boolean;
}

function Said({ condition, negated = false, lead = false }: SaidProps<Condition>) {
  if ("not" in condition) {
    return <Said condition={condition.not} negated={!negated} lead={lead} />;
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
        {lead && "whose "}trait <Name>{condition.trait}</Name> <Compared test={condition} />
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

function Group({ condition, negated = false, lead = false }: SaidProps<Joined>) {
  const all = "all" in condition;
  const inner = all ? condition.all : condition.any;
  const [only] = inner;
  if (only !== undefined && inner.length === 1) {
    return <Said condition={only} negated={negated} lead={lead} />;
  }
  return (
    <>
      {lead && "of whom "}
      {groupWords(all, negated)}:
      <ul>
        {inner.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is only read does not move
          <li key={index}>
            <Said condition={one} />
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

/** When, and with which properties. */
function Events({ events }: { events: EventSelection }) {
  return (
    <>
      {events.within !== undefined && ` within the last ${windowWords(events.within)}`}
      {events.where?.map(({ property, ...test }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is only read does not move
        <Fragment key={index}>
          {index === 0 ? " where " : " and "}
          <Name>{property}</Name> <Compared test={test} />
        </Fragment>
      ))}
    </>
  );
}

function Compared({ test }: { test: { op: Operator; value?: unknown } }) {
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
