import { TextInput } from "@mantine/core";
import { useId } from "react";
import { useProblem } from "./editing";

interface Props {
  label: string;
  /** Suggestions; any other name can be typed. */
  names: string[];
  path: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** The maximum number of suggestions. */
const MOST = 200;

/** An input for an event, property or trait name, with suggestions. */
export function NameInput({ label, names, path, placeholder, value, onChange }: Props) {
  const list = useId();
  return (
    <div className="grow">
      <TextInput
        size="xs"
        aria-label={label}
        list={list}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={useProblem(path)}
      />
      <datalist id={list}>
        {names.slice(0, MOST).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
