import styles from "./parts.module.css";

type Tone = "good" | "warn" | "bad" | "calm" | "off";

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
  left: "calm",
  degraded: "warn",
  retrying: "warn",
  waiting: "warn",
  running: "calm",
  probing: "warn",
  filtered: "calm",
  failing: "bad",
  failed: "bad",
  refused: "bad",
  rejected: "bad",
  expired: "bad",
  open: "bad",
  paused: "calm",
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
