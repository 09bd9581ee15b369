import { useMemo } from "react";
import type { Overview } from "../api/overview";
import { Chart } from "../parts/Chart";
import {
  BacklogAgeChart,
  BacklogChart,
  DeliveryChart,
  isQuiet,
  LatencyChart,
} from "../parts/DeliveryCharts";
import { Panel } from "../parts/Panel";
import { sinceBegan } from "../parts/range";

/** Calls, deliveries, latency and backlog over time. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  const { since } = overview;
  const accepted = useMemo(
    () => sinceBegan(overview.accepted, since, (step) => step.count + step.rejected === 0),
    [overview.accepted, since],
  );
  const delivered = useMemo(
    () => sinceBegan(overview.delivered, since, isQuiet),
    [overview.delivered, since],
  );
  const times = useMemo(() => accepted.map((step) => step.at), [accepted]);
  const lines = useMemo(
    () => [
      {
        name: "Accepted",
        values: accepted.map((step) => step.count),
        color: "accent",
        fill: true,
      },
      { name: "Rejected", values: accepted.map((step) => step.rejected), color: "bad" },
    ],
    [accepted],
  );
  return (
    <Panel title="Over time">
      <div className="charts">
        <Chart title="Calls in" times={times} lines={lines} />
        <DeliveryChart steps={delivered} />
        <LatencyChart steps={delivered} />
        <BacklogChart steps={delivered} />
        <BacklogAgeChart steps={delivered} />
      </div>
    </Panel>
  );
}
