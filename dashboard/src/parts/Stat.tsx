import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface Props {
  label: string;
  children: ReactNode;
  note?: ReactNode;
  tone?: "bad" | "warn";
}

/** One figure with its name. */
export function Stat({ label, children, note, tone }: Props) {
  return (
    <div className={styles.stat} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.figure}>{children}</span>
        {note && <span className={styles.statNote}>{note}</span>}
      </dd>
    </div>
  );
}

/** Figures side by side. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>;
}
