import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Overview } from "../api/overview";
import { readOverview } from "../api/overview";
import { millis, percent, span } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { NumberText } from "../parts/NumberText";
import { RangePicker, useRange } from "../parts/RangePicker";
import { timeRange } from "../parts/range";
import { Screen } from "../parts/Screen";
import { Since } from "../parts/Since";
import { Stat, Stats } from "../parts/Stat";
import { useNow } from "../parts/useNow";
import { AttentionList } from "./AttentionList";
import { FirstSteps } from "./FirstSteps";
import { OverviewCharts } from "./OverviewCharts";
import { RecentNotifications } from "./RecentNotifications";

/** The overview: calls, deliveries, backlog and problems. */
export function OverviewScreen() {
  const [range] = useRange();
  const overview = useQuery({
    queryKey: ["overview", range],
    queryFn: ({ signal }) => readOverview(timeRange(range, new Date()), signal),
    refetchInterval: 5_000,
  });
  return (
    <Screen title="Overview" actions={<RangePicker />}>
      <Loaded query={overview} what="Cannot load the overview.">
        {(data) => (
          <>
            <Figures overview={data} />
            <p className="muted small">
              <Since at={data.totals.since} />
            </p>
            <FirstSteps overview={data} />
            <AttentionList attention={data.attention} />
            <OverviewCharts overview={data} />
          </>
        )}
      </Loaded>
      <RecentNotifications />
    </Screen>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const now = useNow();
  const { totals, backlog, destinations } = overview;
  const unhealthy = (["failing", "degraded"] as const).filter(
    (state) => destinations.byState[state] > 0,
  );
  const age = backlog.oldestAt && now.getTime() - Date.parse(backlog.oldestAt);
  return (
    <Stats>
      <Stat
        label="Accepted"
        note={
          <Link to="/rejected">
            <NumberText value={totals.rejected} short /> rejected
          </Link>
        }
      >
        <NumberText value={totals.accepted} short />
      </Stat>
      <Stat
        label="Delivered"
        note={
          <>
            <NumberText value={totals.retried} short /> retried,{" "}
            <NumberText value={totals.failed} short /> failed
          </>
        }
      >
        <NumberText value={totals.delivered} short />
      </Stat>
      <Stat label="Success rate" note="of ended deliveries">
        {typeof totals.successRate === "number" ? (
          <NumberText value={totals.successRate} write={percent} />
        ) : (
          "–"
        )}
      </Stat>
      <Stat label="Latency p95" note="of single requests">
        {typeof totals.latencyP95 === "number" ? (
          <NumberText value={totals.latencyP95} write={millis} />
        ) : (
          "–"
        )}
      </Stat>
      <Stat label="Backlog" note={age ? `oldest ${span(age)}` : "none waiting"}>
        <NumberText value={backlog.messages} short />
      </Stat>
      <Stat
        label="Destinations"
        note={
          unhealthy.map((state) => `${destinations.byState[state]} ${state}`).join(", ") ||
          "none failing"
        }
        {...(unhealthy.length > 0 && { tone: "warn" as const })}
      >
        <NumberText value={destinations.total} />
      </Stat>
    </Stats>
  );
}
