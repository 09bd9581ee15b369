import { Button, CloseButton } from "@mantine/core";
import styles from "./conditions.module.css";
import { emptyWhere, type WhereDraft } from "./draft";
import { useEditing } from "./editing";
import { NameInput } from "./NameInput";
import { MAX_WHERE } from "./problems";
import { TestFields } from "./TestFields";

interface Props {
  event: string;
  where: WhereDraft[];
  path: string;
  onChange: (where: WhereDraft[]) => void;
}

/** Conditions on the properties of an event; all must be true. */
export function WhereFields({ event, where, path, onChange }: Props) {
  const { propertiesOf } = useEditing();
  const names = propertiesOf(event);
  const change = (key: number, patch: Partial<WhereDraft>) =>
    onChange(where.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  return (
    <div className={styles.where}>
      {where.map(({ key, property, test }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not support inline layout
        <div key={key} role="group" aria-label={`Property ${index + 1}`} className={styles.head}>
          <div className={styles.line}>
            <span className={styles.joint}>{index === 0 ? "where" : "and"}</span>
            <NameInput
              label="Property"
              placeholder="total"
              names={names}
              path={`${path}.where[${index}].property`}
              value={property}
              onChange={(next) => change(key, { property: next })}
            />
            <TestFields
              test={test}
              path={`${path}.where[${index}]`}
              onChange={(next) => change(key, { test: next })}
            />
          </div>
          <CloseButton
            aria-label={`Remove property ${index + 1}`}
            onClick={() => onChange(where.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      {where.length < MAX_WHERE && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onChange([...where, emptyWhere()])}
        >
          {where.length === 0 ? "where a property is …" : "and another property"}
        </Button>
      )}
    </div>
  );
}
