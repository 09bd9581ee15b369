import { Button } from "@mantine/core";
import { ConditionEditor } from "./ConditionEditor";
import styles from "./conditions.module.css";
import { type Draft, emptyDraft, type GroupDraft } from "./draft";
import { useProblem } from "./editing";
import { innerPath, pathOf } from "./problems";

interface Props {
  draft: GroupDraft;
  path: string;
  /** The number of the group; none for the outermost. */
  number?: string;
  onChange: (draft: GroupDraft) => void;
}

const ADDS: { kind: Draft["kind"]; label: string; name: string }[] = [
  { kind: "event", label: "Event", name: "Add a condition on an event" },
  { kind: "trait", label: "Trait", name: "Add a condition on a trait" },
  { kind: "audience", label: "Audience", name: "Add a condition on an audience" },
  { kind: "any", label: "Group", name: "Add a group of conditions" },
];

/** The conditions of a group, and buttons to add more. */
export function GroupEditor({ draft, path, number, onChange }: Props) {
  const { inner } = draft;
  const problem = useProblem(`${pathOf(draft, path)}.${draft.kind}`);
  const change = (next: Draft[]) => onChange({ ...draft, inner: next });
  const inside = number === undefined ? "" : ` to group ${number}`;
  return (
    <div className={number === undefined ? styles.outermost : styles.inner}>
      {inner.map((one, index) => (
        <ConditionEditor
          key={one.key}
          draft={one}
          path={innerPath(draft, path, index)}
          number={number === undefined ? String(index + 1) : `${number}.${index + 1}`}
          onChange={(next) => change(inner.map((each) => (each === one ? next : each)))}
          onRemove={() => change(inner.filter((each) => each !== one))}
        />
      ))}
      {problem && inner.length === 0 && <p className={styles.problem}>{problem}</p>}
      <div className={styles.adds}>
        <span className="muted small">Add</span>
        {ADDS.map(({ kind, label, name }) => (
          <Button
            key={kind}
            variant="default"
            size="compact-xs"
            aria-label={name + inside}
            onClick={() => change([...inner, emptyDraft(kind)])}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
