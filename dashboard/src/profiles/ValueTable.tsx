import type { ReactNode } from "react";
import { type KnownValues, MASK } from "../api/profiles";
import { TableFrame } from "../parts/TableFrame";
import styles from "./profiles.module.css";
import { ShortValue } from "./ShortValue";

interface Props {
  label: string;
  values: KnownValues;
  /** The text if there are none. */
  children: ReactNode;
}

/** Names and values, sorted by name. */
export function ValueTable({ label, values, children }: Props) {
  if (values === MASK) {
    return <p className={styles.none}>Hidden from your role.</p>;
  }
  const entries = Object.entries(values).sort(([one], [other]) => one.localeCompare(other));
  if (entries.length === 0) {
    return <p className={styles.none}>{children}</p>;
  }
  return (
    <TableFrame label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <td className="break">
              <code>{name}</code>
            </td>
            <td className="break">
              <ShortValue value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
