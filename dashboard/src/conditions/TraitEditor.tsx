import { NativeSelect } from "@mantine/core";
import { AGGREGATES, type Aggregate } from "../api/computations";
import styles from "./conditions.module.css";
import type { ValueDraft } from "./draft";
import { useEditing, useProblem } from "./editing";
import { NameInput } from "./NameInput";
import { WhereFields } from "./WhereFields";
import { WindowFields } from "./WindowFields";
import { AGGREGATE_NOTES, AGGREGATE_WORDS } from "./words";

interface Props {
  draft: ValueDraft;
  onChange: (draft: ValueDraft) => void;
}

/** The editor of a computed trait's definition. */
export function TraitEditor({ draft, onChange }: Props) {
  const { events, propertiesOf } = useEditing();
  const { kind, counted, property } = draft;
  const counting = kind === "event_count";
  return (
    <div className={styles.editor}>
      <div className={styles.line}>
        <span>For each person,</span>
        <NativeSelect
          size="xs"
          aria-label="Kind of value"
          value={kind}
          onChange={(event) => onChange({ ...draft, kind: event.currentTarget.value as Aggregate })}
          data={AGGREGATES.map((value) => ({ value, label: AGGREGATE_WORDS[value] }))}
          error={useProblem("definition.kind")}
        />
        {!counting && (
          <>
            <NameInput
              label="Property of the value"
              placeholder="total"
              names={propertiesOf(counted.event)}
              path="definition.property"
              value={property}
              onChange={(next) => onChange({ ...draft, property: next })}
            />
            <span className={styles.joint}>of</span>
          </>
        )}
        <NameInput
          label="Event"
          placeholder="Order Completed"
          names={events}
          path="definition.event"
          value={counted.event}
          onChange={(event) => onChange({ ...draft, counted: { ...counted, event } })}
        />
        <span className={styles.joint}>{counting ? "was done" : ""}</span>
        <WindowFields
          within={counted.within}
          path="definition"
          onChange={(within) => onChange({ ...draft, counted: { ...counted, within } })}
        />
      </div>
      <WhereFields
        event={counted.event}
        where={counted.where}
        path="definition"
        onChange={(where) => onChange({ ...draft, counted: { ...counted, where } })}
      />
      <p className="muted small" style={{ margin: 0 }}>
        {AGGREGATE_NOTES[kind]} People without such an event have no value.
      </p>
    </div>
  );
}
