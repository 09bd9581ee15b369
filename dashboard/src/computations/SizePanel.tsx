import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Computation, Size } from "../api/computations";
import { Chart } from "../parts/Chart";
import { Loaded } from "../parts/Loading";
import { Panel } from "../parts/Panel";
import { useParam } from "../parts/useParam";
import type { Kind } from "./kinds";

const RANGES = [
  { value: "1d", label: "Last day", days: 1 },
  { value: "7d", label: "Last 7 days", days: 7 },
  { value: "30d", label: "Last 30 days", days: 30 },
  { value: "90d", label: "Last 90 days", days: 90 },
];
const USUAL = "30d";
const DAY_MILLIS = 86_400_000;

interface Props<D> {
  kind: Kind<D>;
  computation: Computation<D>;
}

/** The size over time. */
export function SizePanel<D>({ kind, computation }: Props<D>) {
  const [range, setRange] = useParam("range", USUAL);
  const days = RANGES.find(({ value }) => value === range)?.days ?? 30;
  const sizes = useQuery({
    queryKey: ["sizes", computation.id, days],
    queryFn: ({ signal }) => {
      const to = new Date();
      const from = new Date(to.getTime() - days * DAY_MILLIS);
      return kind.api.sizes(
        computation.id,
        { from: from.toISOString(), to: to.toISOString() },
        signal,
      );
    },
    refetchInterval: 60_000,
  });
  return (
    <Panel
      title="Size over time"
      actions={
        <NativeSelect
          aria-label="Time range"
          size="xs"
          value={range}
          onChange={(event) => setRange(event.currentTarget.value)}
          data={RANGES.map(({ value, label }) => ({ value, label }))}
        />
      }
    >
      <Loaded query={sizes} what="Cannot load the sizes.">
        {({ data }) => <SizeChart name={kind.size} sizes={data} now={computation.size} />}
      </Loaded>
    </Panel>
  );
}

interface ChartProps {
  name: string;
  sizes: Size[];
  now: number | undefined;
}

function SizeChart({ name, sizes, now }: ChartProps) {
  const points = useMemo(
    () => (now === undefined ? sizes : [...sizes, { at: new Date().toISOString(), size: now }]),
    [sizes, now],
  );
  const times = useMemo(() => points.map(({ at }) => at), [points]);
  const lines = useMemo(
    () => [{ name, values: points.map(({ size }) => size), color: "accent", fill: true }],
    [name, points],
  );
  return <Chart title={name} times={times} lines={lines} sum="latest" />;
}
