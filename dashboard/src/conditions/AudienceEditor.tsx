import { NativeSelect } from "@mantine/core";
import styles from "./conditions.module.css";
import { type GroupDraft, withKind } from "./draft";
import { GroupEditor } from "./GroupEditor";
import { choiceOf, GROUP_CHOICES, readChoice } from "./words";

interface Props {
  draft: GroupDraft;
  onChange: (draft: GroupDraft) => void;
}

/** The editor of an audience's conditions. */
export function AudienceEditor({ draft, onChange }: Props) {
  return (
    <div className={styles.editor}>
      <div className={styles.line}>
        <span>Everyone for whom</span>
        <NativeSelect
          size="xs"
          aria-label="How conditions are joined"
          value={choiceOf(draft)}
          onChange={(event) => {
            const { kind, negated } = readChoice(event.currentTarget.value);
            onChange(withKind(draft, kind, negated) as GroupDraft);
          }}
          data={GROUP_CHOICES}
        />
        <span>{draft.kind === "all" ? "are true:" : "is true:"}</span>
      </div>
      <GroupEditor draft={draft} path="definition" onChange={onChange} />
    </div>
  );
}
