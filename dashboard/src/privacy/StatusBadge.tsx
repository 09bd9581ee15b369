import type { RegulationStatus } from "../api/regulations";
import { StateBadge } from "../parts/StateBadge";

const STATES: Record<RegulationStatus, string> = {
  INITIALIZED: "running",
  RUNNING: "running",
  PARTIAL_SUCCESS: "degraded",
  FINISHED: "finished",
  FAILED: "failed",
};

const WORDS: Record<RegulationStatus, string> = {
  INITIALIZED: "created",
  RUNNING: "running",
  PARTIAL_SUCCESS: "partly done",
  FINISHED: "finished",
  FAILED: "failed",
};

/** The status of a request. */
export function StatusBadge({ status }: { status: RegulationStatus }) {
  return <StateBadge state={STATES[status]}>{WORDS[status]}</StateBadge>;
}
