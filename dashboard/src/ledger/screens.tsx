import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type DeliverySteps, readDeliveryOverview } from "../api/ledger";
import { EmptyState } from "../parts/EmptyState";
import { count, words } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { RangePicker, useRange } from "../parts/RangePicker";
import { timeRange } from "../parts/range";
import { Screen } from "../parts/Screen";
import { Since } from "../parts/Since";
import { TableFrame } from "../parts/TableFrame";
import { useNames } from "../parts/useNames";
import { useParam } from "../parts/useParam";
import { Entries } from "./Entries";
import { LedgerNote } from "./LedgerNote";

/** The recorded attempts of all destinations. */
export function AttemptsScreen() {
  return (
    <Screen title="Attempts" up={{ to: "/deliveries", name: "Deliveries" }}>
      <Entries
        empty={
          <EmptyState title="No attempts">
            <p>No recorded attempt matches.</p>
          </EmptyState>
        }
      />
    </Screen>
  );
}

const STEPS = [
  "received",
  "filtered",
  "waiting",
  "retried",
  "delivered",
  "failed",
  "cancelled",
  "expired",
  "superseded",
] as const;

/** What happened to messages between receiving and delivering them. */
export function DeliveriesScreen() {
  const [range] = useRange();
  const [by, setBy] = useParam("by", "destination");
  const names = useNames();
  const overview = useQuery({
    queryKey: ["delivery-overview", range, by],
    queryFn: ({ signal }) => readDeliveryOverview({ ...timeRange(range, new Date()), by }, signal),
    refetchInterval: 10_000,
  });
  return (
    <Screen
      title="Deliveries"
      actions={
        <>
          <NativeSelect
            aria-label="Count by"
            size="xs"
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
            data={["destination", "source", "event"].map((value) => ({
              value,
              label: `By ${value}`,
            }))}
          />
          <RangePicker />
        </>
      }
    >
      <Loaded query={overview} what="Cannot load the deliveries.">
        {({ total, data, complete, ledger, receivedSince }) => (
          <>
            <TableFrame label="Deliveries">
              <thead className="capitals">
                <tr>
                  <th scope="col">{words(by)}</th>
                  {STEPS.map((step) => (
                    <th key={step} scope="col" className="right">
                      {step}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <Row name="All" steps={total} />
                {data.map(({ value, steps }) => (
                  <Row
                    key={value}
                    name={names.get(value) ?? (value || "(no event)")}
                    steps={steps}
                  />
                ))}
              </tbody>
            </TableFrame>
            {data.some(({ steps }) => steps.some(({ attempts }) => !attempts)) && (
              <p className="muted small">
                (other): rare event names, counted together. Their attempts cannot be listed apart.
              </p>
            )}
            {!complete && <p className="muted small">The numbers are lower bounds.</p>}
            <LedgerNote ledger={ledger} />
            {receivedSince && (
              <p className="muted small">
                <Since at={receivedSince} what="Received messages are recorded" />
              </p>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function Row({ name, steps }: { name: string; steps: DeliverySteps }) {
  return (
    <tr>
      <th scope="row" className="break">
        {name}
      </th>
      {STEPS.map((wanted) => {
        const found = steps.find(({ step }) => step === wanted);
        return (
          <td key={wanted} className="right number">
            {found?.attempts ? (
              <Link to={found.attempts.replace("/api", "")}>{count(found.count)}</Link>
            ) : (
              (found && count(found.count)) || "–"
            )}
          </td>
        );
      })}
    </tr>
  );
}
