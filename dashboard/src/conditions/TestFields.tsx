import { NativeSelect, TextInput } from "@mantine/core";
import { OPERATORS, type Operator } from "../api/filters";
import { takesMany, takesNumber, takesTime, takesValue } from "../parts/operands";
import type { TestDraft } from "./draft";
import { useProblem } from "./editing";
import { OPERATOR_WORDS } from "./words";

interface Props {
  test: TestDraft;
  path: string;
  onChange: (test: TestDraft) => void;
}

const DAY = /^(\d{4}-\d{2}-\d{2})?$/;

const ORDER = (Object.keys(OPERATOR_WORDS) as Operator[]).filter((op) => OPERATORS.includes(op));

/** The operator and the value of a comparison. */
export function TestFields({ test, path, onChange }: Props) {
  const { op, value } = test;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Comparison"
        value={op}
        onChange={(event) => onChange({ op: event.currentTarget.value as Operator, value })}
        data={ORDER.map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
        error={useProblem(`${path}.op`)}
      />
      {takesValue(op) && (
        <ValueInput
          op={op}
          value={value}
          path={`${path}.value`}
          onChange={(next) => onChange({ op, value: next })}
        />
      )}
    </>
  );
}

interface ValueProps {
  op: Operator;
  value: string;
  path: string;
  onChange: (value: string) => void;
}

function ValueInput({ op, value, path, onChange }: ValueProps) {
  const day = takesTime(op) && DAY.test(value);
  return (
    <TextInput
      className="grow"
      size="xs"
      aria-label="Value"
      {...(day && { type: "date" })}
      {...(takesNumber(op) && { inputMode: "decimal" as const })}
      autoComplete="off"
      spellCheck={false}
      title={HINT}
      placeholder={takesMany(op) ? "pro, team" : takesNumber(op) ? "100" : 'pro, 100, true or "42"'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={useProblem(path)}
    />
  );
}

const HINT =
  'Numbers, true and false keep their type; "42" in quotes is text. Separate several values by commas.';
