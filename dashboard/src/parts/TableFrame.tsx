import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface Props {
  label: string;
  children: ReactNode;
}

/** A table that scrolls sideways by itself where the screen is narrow. */
export function TableFrame({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.tableFrame} tabIndex={0} aria-label={label}>
      <table className={styles.table} aria-label={label}>
        {children}
      </table>
    </section>
  );
}
