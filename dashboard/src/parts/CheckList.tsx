import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import styles from "./parts.module.css";
import { matches } from "./search";

/** Longer lists have a search field. */
const FEW = 8;

interface Props {
  /** The label of the items, such as "Sources". */
  label: string;
  items: { id: string; name: string; note: string }[];
  chosen: string[];
  disabled?: boolean;
  error?: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** A list of check boxes. */
export function CheckList({ label, items, chosen, disabled = false, error, onChange }: Props) {
  const [search, setSearch] = useState("");
  return (
    <Checkbox.Group aria-label={label} value={chosen} onChange={onChange} error={error}>
      {items.length > FEW && (
        <TextInput
          type="search"
          size="xs"
          mb="xs"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search by name or ID"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={styles.checkList}>
        {items
          .filter(({ name, note }) => matches(search, name, note))
          .map(({ id, name, note }) => (
            <Checkbox key={id} value={id} disabled={disabled} label={name} description={note} />
          ))}
      </div>
    </Checkbox.Group>
  );
}
