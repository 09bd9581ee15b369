import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listSources } from "../api/sources";
import { readUsage, type UsageQuery, type UsageRow, usageFile } from "../api/usage";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { NumberText } from "../parts/NumberText";
import { Panel } from "../parts/Panel";
import { Screen } from "../parts/Screen";
import { Since } from "../parts/Since";
import { Stat, Stats } from "../parts/Stat";
import { useParam } from "../parts/useParam";
import { addUp, dayOf, firstOfMonth, isDay } from "./days";
import { UsageChart } from "./UsageChart";
import { UsageTable } from "./UsageTable";

/** Usage: calls by day, source and type. */
export function UsageScreen() {
  const [from, setFrom] = useParam("from", firstOfMonth(new Date()));
  const [to, setTo] = useParam("to", dayOf(new Date()));
  const [source, setSource] = useParam("source");
  const query: UsageQuery = { from, to, ...(source && { source }) };
  const valid = isDay(from) && isDay(to) && from <= to;
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  const usage = useQuery({
    queryKey: ["usage", from, to, source],
    queryFn: ({ signal }) => readUsage(query, signal),
    enabled: valid,
    refetchInterval: 30_000,
  });
  return (
    <Screen
      title="Usage"
      actions={
        valid && (
          <Button component="a" variant="default" href={usageFile(query)} download="usage.csv">
            Download CSV
          </Button>
        )
      }
    >
      <div className="bar">
        <TextInput
          type="date"
          label="From"
          value={from}
          max={to}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          min={from}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label="Source"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          data={[
            { value: "", label: "All sources" },
            ...(sources.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <span className="muted small">Days are in UTC.</span>
      </div>
      {valid ? (
        <Loaded query={usage} what="Cannot load the usage.">
          {({ rows, since }) => (
            <UsageView
              rows={rows}
              since={since}
              query={query}
              names={new Map(sources.data?.map(({ id, name }) => [id, name]))}
              began={
                sources.data
                  ?.filter(({ id }) => source === "" || id === source)
                  .map(({ createdAt }) => createdAt)
                  .sort()[0]
              }
            />
          )}
        </Loaded>
      ) : (
        <EmptyState title="Invalid dates">
          <p>Select a first day and a last day that is not before it.</p>
        </EmptyState>
      )}
    </Screen>
  );
}

interface ViewProps {
  rows: UsageRow[];
  since: string | undefined;
  query: UsageQuery;
  names: ReadonlyMap<string, string>;
  began: string | undefined;
}

function UsageView({ rows, since, query, names, began }: ViewProps) {
  if (rows.length === 0) {
    return (
      <EmptyState title="No calls in this period">
        <p>Accepted calls are counted here by day, source and type.</p>
        <p>
          <Since at={since} />
        </p>
      </EmptyState>
    );
  }
  const total = addUp(rows, () => "").get("") ?? { calls: 0, filtered: 0, counted: 0 };
  return (
    <>
      <Stats>
        <Stat label="Calls" note="accepted">
          <NumberText value={total.calls} />
        </Stat>
        <Stat label="Filtered" note="not sent to any destination">
          <NumberText value={total.filtered} />
        </Stat>
        <Stat label="Counted" note="toward usage">
          <NumberText value={total.counted} />
        </Stat>
      </Stats>
      <Panel title="By day">
        <UsageChart rows={rows} from={query.from} to={query.to} began={began} />
      </Panel>
      <UsageTable rows={rows} names={names} />
      <p className="muted small">
        <Since at={since} />
      </p>
    </>
  );
}
