import styles from "./parts.module.css";
import { type Tone, toneOf, wordOf } from "./states";

interface Props {
  state: string;
  /** Replaces the color of the state. */
  tone?: Tone;
  children?: string;
}

/** A state as a dot and a word. */
export function StateBadge({ state, tone = toneOf(state), children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone} data-state={state}>
      {children ?? wordOf(state)}
    </span>
  );
}
