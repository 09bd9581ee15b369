import { TextInput } from "@mantine/core";
import { useId } from "react";
import { useProblem } from "./editing";

interface Props {
  label: string;
  /** Names to choose from; any other can be typed. */
  names: string[];
  path: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** The most suggestions that a page should hold. */
const MOST = 200;

/** A name of something that programs sent, with suggestions. */
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
