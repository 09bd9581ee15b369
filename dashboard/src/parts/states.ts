/**
 * The states that the service reports. Each has one word, its own name, in every list, page and
 * badge; only its color is chosen here.
 */

export type Tone = "good" | "warn" | "bad" | "neutral" | "off";

/** The states of a destination, also of a single URL. */
export const DESTINATION_STATES: Record<string, Tone> = {
  healthy: "good",
  degraded: "warn",
  failing: "bad",
  unconnected: "off",
  paused: "neutral",
  disabled: "off",
};

/** The states of a delivery, of an attempt and of a replay. */
export const DELIVERY_STATES: Record<string, Tone> = {
  waiting: "warn",
  retrying: "warn",
  sent: "good",
  delivered: "good",
  failed: "bad",
  refused: "bad",
  expired: "bad",
  cancelled: "off",
  superseded: "off",
  filtered: "neutral",
  settled: "off",
  unknown_before_ledger: "off",
  unknown_in_gap: "off",
  not_for_it: "off",
  running: "neutral",
  finished: "good",
};

/** The states of calls, sources, audiences and notifications. */
const OTHER_STATES: Record<string, Tone> = {
  accepted: "good",
  rejected: "bad",
  enabled: "good",
  computing: "warn",
  live: "good",
  entered: "good",
  left: "neutral",
};

const TONES = { ...OTHER_STATES, ...DELIVERY_STATES, ...DESTINATION_STATES };

export const toneOf = (state: string): Tone => TONES[state] ?? "off";

export const wordOf = (state: string) => state.replaceAll("_", " ");
