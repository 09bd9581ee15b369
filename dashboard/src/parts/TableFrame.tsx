import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface Props {
  label: string;
  children: ReactNode;
}

/** A table that scrolls horizontally on narrow screens. */
export function TableFrame({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, and no landmark for each table
    <div
      className={styles.tableFrame}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
      tabIndex={0}
      aria-label={`${label}, scrolls`}
    >
      <table className={styles.table} aria-label={label}>
        {children}
      </table>
    </div>
  );
}
