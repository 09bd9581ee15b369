import { type ReactNode, useId } from "react";
import styles from "./parts.module.css";

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Without a frame, for content that has one. */
  bare?: boolean;
  /** One of a list of panels; then not a landmark. */
  item?: boolean;
}

/** A titled part of a screen. */
export function Panel({ title, note, actions, children, bare = false, item = false }: Props) {
  const id = useId();
  const Part = item ? "article" : "section";
  return (
    <Part className={styles.panel} aria-labelledby={id} data-bare={bare || undefined}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {note && <p className="muted">{note}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </Part>
  );
}
