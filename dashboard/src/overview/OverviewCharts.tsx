import { useMemo } from "react";
import type { Overview } from "../api/overview";
import { Chart } from "../parts/Chart";
import {
  BacklogAgeChart,
  BacklogChart,
  DeliveryChart,
  LatencyChart,
} from "../parts/DeliveryCharts";
import { Panel } from "../parts/Panel";

/** Calls, deliveries, latency and backlog over time. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  const { accepted, delivered } = overview;
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
