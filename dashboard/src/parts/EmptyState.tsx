import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface Props {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list or page, with the next step. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children}
      {action && <div className={styles.emptyAction}>{action}</div>}
    </div>
  );
}
