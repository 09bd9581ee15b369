import { CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { COUNT_OPERATORS, type CountOperator } from "../api/computations";
import styles from "./conditions.module.css";
import {
  type AudienceDraft,
  type Draft,
  type EventDraft,
  type TraitDraft,
  withKind,
} from "./draft";
import { useEditing, useProblem } from "./editing";
import { GroupEditor } from "./GroupEditor";
import { NameInput } from "./NameInput";
import { pathOf } from "./problems";
import { TestFields } from "./TestFields";
import { WhereFields } from "./WhereFields";
import { WindowFields } from "./WindowFields";
import { CONDITION_CHOICES, COUNT_WORDS, choiceOf, readChoice } from "./words";

interface Props {
  draft: Draft;
  /** Its path in the API's errors. */
  path: string;
  /** Its number, such as 2.1, for screen readers. */
  number: string;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

/** The editor of a condition, as a sentence; a group contains others. */
export function ConditionEditor({ draft, path, number, onChange, onRemove }: Props) {
  const problem = useProblem(path);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not support inline layout
    <div role="group" aria-label={`Condition ${number}`} className={styles.condition}>
      <div className={styles.head}>
        <div className={styles.line}>
          <NativeSelect
            size="xs"
            aria-label="Condition"
            value={choiceOf(draft)}
            onChange={(event) => {
              const { kind, negated } = readChoice(event.currentTarget.value);
              onChange(withKind(draft, kind, negated));
            }}
            data={CONDITION_CHOICES}
            error={problem}
          />
          <Sentence draft={draft} path={pathOf(draft, path)} onChange={onChange} />
        </div>
        <CloseButton aria-label={`Remove condition ${number}`} onClick={onRemove} />
      </div>
      {draft.kind === "event" && (
        <WhereFields
          event={draft.counted.event}
          where={draft.counted.where}
          path={pathOf(draft, path)}
          onChange={(where) => onChange({ ...draft, counted: { ...draft.counted, where } })}
        />
      )}
      {"inner" in draft && (
        <GroupEditor draft={draft} path={path} number={number} onChange={onChange} />
      )}
    </div>
  );
}

interface PartProps<D> {
  draft: D;
  path: string;
  onChange: (draft: Draft) => void;
}

function Sentence({ draft, path, onChange }: PartProps<Draft>) {
  switch (draft.kind) {
    case "event":
      return <EventSentence draft={draft} path={path} onChange={onChange} />;
    case "trait":
      return <TraitSentence draft={draft} path={path} onChange={onChange} />;
    case "audience":
      return <AudienceSentence draft={draft} path={path} onChange={onChange} />;
    case "all":
    case "any":
      return null;
  }
}

function EventSentence({ draft, path, onChange }: PartProps<EventDraft>) {
  const { events } = useEditing();
  const { counted, count } = draft;
  return (
    <>
      <NameInput
        label="Event"
        placeholder="Order Completed"
        names={events}
        path={`${path}.event`}
        value={counted.event}
        onChange={(event) => onChange({ ...draft, counted: { ...counted, event } })}
      />
      <NativeSelect
        size="xs"
        aria-label="How often"
        value={count.op}
        onChange={(event) =>
          onChange({
            ...draft,
            count: { ...count, op: event.currentTarget.value as CountOperator },
          })
        }
        data={COUNT_OPERATORS.map((value) => ({ value, label: COUNT_WORDS[value] }))}
        error={useProblem(`${path}.count.op`)}
      />
      <TextInput
        size="xs"
        w="4.5rem"
        aria-label="Times"
        inputMode="numeric"
        value={count.value}
        onChange={(event) =>
          onChange({ ...draft, count: { ...count, value: event.currentTarget.value } })
        }
        error={useProblem(`${path}.count.value`)}
      />
      <span className={styles.joint}>{count.value.trim() === "1" ? "time" : "times"}</span>
      <WindowFields
        within={counted.within}
        path={path}
        onChange={(within) => onChange({ ...draft, counted: { ...counted, within } })}
      />
    </>
  );
}

function TraitSentence({ draft, path, onChange }: PartProps<TraitDraft>) {
  const { traits } = useEditing();
  return (
    <>
      <NameInput
        label="Trait"
        placeholder="plan"
        names={traits}
        path={`${path}.trait`}
        value={draft.trait}
        onChange={(trait) => onChange({ ...draft, trait })}
      />
      <TestFields test={draft.test} path={path} onChange={(test) => onChange({ ...draft, test })} />
    </>
  );
}

function AudienceSentence({ draft, path, onChange }: PartProps<AudienceDraft>) {
  const { audiences } = useEditing();
  const choices = audiences.map(({ key, name }) => ({ value: key, label: name }));
  const known = audiences.some(({ key }) => key === draft.audience);
  return (
    <NativeSelect
      className="grow"
      size="xs"
      aria-label="Audience"
      value={draft.audience}
      onChange={(event) => onChange({ ...draft, audience: event.currentTarget.value })}
      data={[
        { value: "", label: audiences.length === 0 ? "No other audience exists" : "Choose one" },
        ...(known || draft.audience === ""
          ? []
          : [{ value: draft.audience, label: draft.audience }]),
        ...choices,
      ]}
      error={useProblem(`${path}.audience`)}
    />
  );
}
