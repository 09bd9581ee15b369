import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Destination, LastError } from "../api/destinations";
import { type DeliveryStep, type Metrics, readMetrics } from "../api/metrics";
import {
  BacklogAgeChart,
  BacklogChart,
  DeliveryChart,
  isQuiet,
  LatencyChart,
} from "../parts/DeliveryCharts";
import { Fact, Facts } from "../parts/Facts";
import { millis, span, words } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { NumberText } from "../parts/NumberText";
import { Panel } from "../parts/Panel";
import { RangePicker, useRange } from "../parts/RangePicker";
import { RANGES, sinceBegan, timeRange } from "../parts/range";
import { Since } from "../parts/Since";
import { Stat, Stats } from "../parts/Stat";
import { Time } from "../parts/Time";
import { useNow } from "../parts/useNow";
import { UrlTable } from "./UrlTable";

/** The health of a destination: backlog, deliveries, latency and URLs. */
export function HealthTab({ destination }: { destination: Destination }) {
  const [range] = useRange();
  const metrics = useQuery({
    queryKey: ["metrics", destination.id, range],
    queryFn: ({ signal }) => readMetrics(destination.id, timeRange(range, new Date()), signal),
    refetchInterval: 5_000,
  });
  return (
    <Loaded query={metrics} what="Cannot load the metrics.">
      {(data) => (
        <>
          <Figures metrics={data} time={RANGES[range].name.toLowerCase()} />
          {destination.lastError && <LastErrorPanel error={destination.lastError} />}
          <Panel bare title="URLs">
            <UrlTable urls={data.urls} />
          </Panel>
          <Panel title={RANGES[range].name} actions={<RangePicker />}>
            <Charts steps={data.data} began={destination.createdAt} />
            <p className="muted small">
              <Since at={data.since} />
            </p>
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Charts({ steps, began }: { steps: DeliveryStep[]; began: string }) {
  const shown = useMemo(() => sinceBegan(steps, began, isQuiet), [steps, began]);
  return (
    <div className="charts">
      <DeliveryChart steps={shown} />
      <LatencyChart steps={shown} />
      <BacklogChart steps={shown} />
      <BacklogAgeChart steps={shown} />
    </div>
  );
}

function Figures({ metrics, time }: { metrics: Metrics; time: string }) {
  const now = useNow();
  const sum = (pick: (step: Metrics["data"][number]) => number) =>
    metrics.data.reduce((total, step) => total + pick(step), 0);
  const failed = sum((step) => step.failed);
  const latest = metrics.data.findLast((step) => step.latency)?.latency;
  const { messages, oldestAt } = metrics.pending;
  return (
    <Stats>
      <Stat label="Delivered" note={time}>
        <NumberText value={sum((step) => step.delivered)} short />
      </Stat>
      <Stat label="Retried" note={time}>
        <NumberText value={sum((step) => step.retried)} short />
      </Stat>
      <Stat label="Failed" note={time} {...(failed > 0 && { tone: "bad" as const })}>
        <NumberText value={failed} short />
      </Stat>
      <Stat label="Latency p95, latest" note="of single requests">
        {latest ? <NumberText value={latest.p95} write={millis} /> : "–"}
      </Stat>
      <Stat label="Backlog" note="waiting now">
        <NumberText value={messages} short />
      </Stat>
      <Stat label="Oldest message age" note={oldestAt ? <Time at={oldestAt} /> : "none waiting"}>
        {oldestAt ? span(now.getTime() - Date.parse(oldestAt)) : "–"}
      </Stat>
    </Stats>
  );
}

function LastErrorPanel({ error }: { error: LastError }) {
  return (
    <Panel title="Last error">
      <Facts>
        <Fact name="Reason">
          {words(error.reason)}
          {error.status ? ` ${error.status}` : ""}
        </Fact>
        <Fact name="Error">{error.message}</Fact>
        <Fact name="URL">
          <code>{error.url}</code>
        </Fact>
        <Fact name="Time">
          <Time at={error.at} />{" "}
          <span className="muted">
            (<Time at={error.at} ago />)
          </span>
        </Fact>
      </Facts>
    </Panel>
  );
}
