import styles from "./parts.module.css";
import { toneOf, wordOf } from "./states";

interface Props {
  state: string;
  children?: string;
}

/** A state as a dot and a word. */
export function StateBadge({ state, children }: Props) {
  return (
    <span className={styles.badge} data-tone={toneOf(state)} data-state={state}>
      {children ?? wordOf(state)}
    </span>
  );
}
