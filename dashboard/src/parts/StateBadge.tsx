import styles from "./parts.module.css";

type Tone = "good" | "warn" | "bad" | "neutral" | "off";

const TONES: Record<string, Tone> = {
  healthy: "good",
  delivered: "good",
  finished: "good",
  enabled: "good",
  accepted: "good",
  closed: "good",
  sent: "good",
  live: "good",
  entered: "good",
  computing: "warn",
  left: "neutral",
  degraded: "warn",
  retrying: "warn",
  waiting: "warn",
  running: "neutral",
  probing: "warn",
  filtered: "neutral",
  failing: "bad",
  failed: "bad",
  refused: "bad",
  rejected: "bad",
  expired: "bad",
  open: "bad",
  paused: "neutral",
};

interface Props {
  state: string;
  children?: string;
}

/** A state as a dot and a word. */
export function StateBadge({ state, children }: Props) {
  return (
    <span className={styles.badge} data-tone={TONES[state] ?? "off"} data-state={state}>
      {children ?? state.replaceAll("_", " ")}
    </span>
  );
}
