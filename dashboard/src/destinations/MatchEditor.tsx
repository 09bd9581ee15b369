import { Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import {
  type FieldMatch,
  type Match,
  MESSAGE_TYPES,
  type MessageType,
  OPERATORS,
  type Operator,
} from "../api/filters";
import { words } from "../parts/format";
import { parseValue, parts, takesMany, takesValue, writeValue } from "../parts/operands";
import styles from "./destinations.module.css";
import { emptyMatch, KINDS, kindOf, type MatchKind } from "./filters";
import { ListInput } from "./ListInput";

interface Props {
  match: Match;
  disabled: boolean;
  onChange: (match: Match) => void;
  onRemove: () => void;
}

/** A condition, which may contain others. */
export function MatchEditor({ match, disabled, onChange, onRemove }: Props) {
  const kind = kindOf(match);
  return (
    <div className={styles.match}>
      <div className={styles.matchLine}>
        <NativeSelect
          aria-label="Condition"
          size="xs"
          disabled={disabled}
          value={kind}
          onChange={(event) => onChange(emptyMatch(event.currentTarget.value as MatchKind))}
          data={KINDS}
        />
        <Leaf match={match} disabled={disabled} onChange={onChange} key={kind} />
        {!disabled && <CloseButton aria-label="Remove condition" onClick={onRemove} />}
      </div>
      <Inner match={match} disabled={disabled} onChange={onChange} />
    </div>
  );
}

type PartProps = Omit<Props, "onRemove">;

function Leaf({ match, disabled, onChange }: PartProps) {
  if ("type" in match) {
    return (
      <ListInput
        className="grow"
        size="xs"
        aria-label="Types"
        placeholder={MESSAGE_TYPES.join(", ")}
        disabled={disabled}
        value={match.type.join(", ")}
        onChange={(text) => onChange({ type: parts(text) as MessageType[] })}
      />
    );
  }
  if ("event" in match) {
    return (
      <ListInput
        className="grow"
        size="xs"
        aria-label="Events"
        placeholder="Order Completed, Signed Up"
        disabled={disabled}
        value={match.event.join(", ")}
        onChange={(text) => onChange({ event: parts(text) })}
      />
    );
  }
  return "field" in match ? (
    <FieldLeaf match={match} disabled={disabled} onChange={onChange} />
  ) : null;
}

function FieldLeaf({ match, disabled, onChange }: PartProps & { match: FieldMatch }) {
  const { field, op, value } = match;
  const withOp = (next: Operator): Match =>
    takesValue(next)
      ? { field, op: next, value: parseValue(writeValue(value, op), next) }
      : { field, op: next };
  return (
    <>
      <TextInput
        className="grow"
        size="xs"
        aria-label="Field"
        placeholder="properties.total"
        disabled={disabled}
        value={field}
        onChange={(event) => onChange({ ...match, field: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label="Comparison"
        disabled={disabled}
        value={op}
        onChange={(event) => onChange(withOp(event.currentTarget.value as Operator))}
        data={OPERATORS.map((value) => ({ value, label: words(value) }))}
      />
      {takesValue(op) && (
        <ListInput
          key={takesMany(op) ? "many" : "one"}
          className="grow"
          size="xs"
          aria-label="Value"
          title='Numbers, true and false keep their type; "42" in quotes is text.'
          placeholder={takesMany(op) ? "a, b, c" : '100, true, pro or "42"'}
          disabled={disabled}
          value={writeValue(value, op)}
          onChange={(text) => onChange({ field, op, value: parseValue(text, op) })}
        />
      )}
    </>
  );
}

function Inner({ match, disabled, onChange }: PartProps) {
  if ("not" in match) {
    return (
      <div className={styles.children}>
        <MatchEditor
          match={match.not}
          disabled={disabled}
          onChange={(not) => onChange({ not })}
          onRemove={() => onChange(match.not)}
        />
      </div>
    );
  }
  const inner = "all" in match ? match.all : "any" in match ? match.any : undefined;
  if (inner === undefined) {
    return null;
  }
  const change = (next: Match[]) => onChange("all" in match ? { all: next } : { any: next });
  return (
    <div className={styles.children}>
      {inner.map((one, index) => (
        <MatchEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID
          key={`${index} of ${inner.length}`}
          match={one}
          disabled={disabled}
          onChange={(next) => change(inner.map((each, i) => (i === index ? next : each)))}
          onRemove={() => change(inner.filter((_, i) => i !== index))}
        />
      ))}
      {!disabled && (
        <div>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => change([...inner, emptyMatch("type")])}
          >
            Add to {"all" in match ? "all" : "any"}
          </Button>
        </div>
      )}
    </div>
  );
}
