import { useMemo } from "react";
import type { UsageRow } from "../api/usage";
import { Chart } from "../parts/Chart";
import { sinceBegan } from "../parts/range";
import { addUp, daysBetween } from "./days";

interface Props {
  rows: UsageRow[];
  from: string;
  to: string;
  /** When the first of the sources was created. */
  began: string | undefined;
}

/** Calls by day. */
export function UsageChart({ rows, from, to, began }: Props) {
  const { times, lines } = useMemo(() => {
    const sums = addUp(rows, ({ day }) => day);
    const days = sinceBegan(
      daysBetween(from, to).map((day) => ({ at: `${day}T00:00:00.000Z`, day })),
      began,
      ({ day }) => !sums.has(day),
    ).map(({ day }) => day);
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
  }, [rows, from, to, began]);
  return <Chart title="Calls" times={times} lines={lines} />;
}
