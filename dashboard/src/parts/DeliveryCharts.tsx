import { useMemo } from "react";
import type { DeliveryStep } from "../api/metrics";
import { Chart } from "./Chart";
import { millis, span } from "./format";

/** Whether nothing happened in a step, and nobody looked. */
export const isQuiet = (step: DeliveryStep) =>
  step.delivered + step.retried + step.failed === 0 && step.backlog === undefined;

/** Delivered, retried and failed over time. */
export function DeliveryChart({ steps }: { steps: DeliveryStep[] }) {
  const times = useMemo(() => steps.map((step) => step.at), [steps]);
  const lines = useMemo(
    () => [
      { name: "Delivered", values: steps.map((s) => s.delivered), color: "good", fill: true },
      { name: "Retried", values: steps.map((s) => s.retried), color: "warn" },
      { name: "Failed", values: steps.map((s) => s.failed), color: "bad" },
    ],
    [steps],
  );
  return <Chart title="Deliveries" times={times} lines={lines} />;
}

/** Request latency over time; gaps where there were none. */
export function LatencyChart({ steps }: { steps: DeliveryStep[] }) {
  const times = useMemo(() => steps.map((step) => step.at), [steps]);
  const lines = useMemo(
    () => [
      { name: "p50", values: steps.map((s) => s.latency?.p50 ?? null), color: "off" },
      { name: "p95", values: steps.map((s) => s.latency?.p95 ?? null), color: "accent" },
      { name: "p99", values: steps.map((s) => s.latency?.p99 ?? null), color: "warn" },
    ],
    [steps],
  );
  return <Chart title="Latency" times={times} lines={lines} write={millis} sum="latest" />;
}

/** The backlog over time; gaps where no sample exists. */
export function BacklogChart({ steps }: { steps: DeliveryStep[] }) {
  const times = useMemo(() => steps.map((step) => step.at), [steps]);
  const lines = useMemo(
    () => [
      {
        name: "Waiting",
        values: steps.map((s) => s.backlog?.messages ?? null),
        color: "warn",
        fill: true,
      },
    ],
    [steps],
  );
  return <Chart title="Backlog" times={times} lines={lines} sum="latest" />;
}

/** The age of the oldest waiting message over time; gaps where no sample exists. */
export function BacklogAgeChart({ steps }: { steps: DeliveryStep[] }) {
  const times = useMemo(() => steps.map((step) => step.at), [steps]);
  const lines = useMemo(
    () => [
      {
        name: "Oldest",
        values: steps.map(({ backlog }) => (backlog ? (backlog.ageMillis ?? 0) : null)),
        color: "bad",
        fill: true,
      },
    ],
    [steps],
  );
  return <Chart title="Backlog age" times={times} lines={lines} write={span} sum="latest" />;
}
