import { useMemo } from "react";
import type { UsageRow } from "../api/usage";
import { Chart } from "../parts/Chart";
import { addUp, daysBetween } from "./days";

interface Props {
  rows: UsageRow[];
  from: string;
  to: string;
}

/** Calls by day. */
export function UsageChart({ rows, from, to }: Props) {
  const { times, lines } = useMemo(() => {
    const days = daysBetween(from, to);
    const sums = addUp(rows, ({ day }) => day);
    return {
      times: days.map((day) => `${day}T00:00:00.000Z`),
      lines: [
        {
          name: "Counted",
          values: days.map((day) => sums.get(day)?.counted ?? 0),
          color: "accent",
          fill: true,
        },
        {
          name: "Filtered",
          values: days.map((day) => sums.get(day)?.filtered ?? 0),
          color: "warn",
        },
      ],
    };
  }, [rows, from, to]);
  return <Chart title="Calls" times={times} lines={lines} />;
}
