import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { REASONS } from "../api/deliveries";
import { entriesOf, listEntries } from "../api/ledger";
import { ExportButtons } from "../parts/ExportButtons";
import { words } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { TimeField } from "../parts/TimeField";
import { useNames } from "../parts/useNames";
import { useParam } from "../parts/useParam";
import { EntryTable } from "./EntryTable";
import { LedgerNote } from "./LedgerNote";

const ENDS = ["delivered", "failed", "filtered", "cancelled", "expired", "superseded", "none"];
const STATUSES = ["2xx", "3xx", "4xx", "5xx", "none"];

/** Parameters of the page that the service takes unchanged. */
const FILTERS = [
  "end",
  "status",
  "reason",
  "event",
  "noEvent",
  "userId",
  "url",
  "from",
  "to",
  "failed",
];
const MORE_FILTERS = ["destinationId", "sourceId"];

interface Props {
  /** The destination; all if absent. */
  destinationId?: string;
  urls?: string[];
  empty: ReactNode;
}

/** The recorded attempts of a destination, or of all, with filters and pages. */
export function Entries({ destinationId, urls = [], empty }: Props) {
  const [parameters, setParameters] = useSearchParams();
  const names = useNames();
  const cursor = parameters.get("cursor") ?? undefined;
  const query = Object.fromEntries(
    [...FILTERS, ...(destinationId === undefined ? MORE_FILTERS : [])].map((name) => [
      name,
      parameters.get(name) ?? undefined,
    ]),
  );
  const direction = cursor && (parameters.get("direction") ?? undefined);
  const page = useQuery({
    queryKey: ["entries", destinationId, query, cursor, direction],
    queryFn: ({ signal }) => listEntries(destinationId, { ...query, cursor, direction }, signal),
    refetchInterval: cursor ? false : 5_000,
  });
  const go = (to: string | null, way?: string) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      after.delete("cursor");
      after.delete("direction");
      if (to !== null) {
        after.set("cursor", to);
        if (way) {
          after.set("direction", way);
        }
      }
      return after;
    });
  return (
    <>
      <div className="bar">
        <Choice name="end" label="End" values={ENDS} />
        <Choice name="status" label="Status" values={STATUSES} />
        <Choice name="reason" label="Reason" values={[...REASONS, "held"]} />
        {urls.length > 1 && <Choice name="url" label="URL" values={urls} />}
        <Text name="event" label="Event" />
        <Text name="userId" label="User ID" />
        <TimeField name="from" label="From" />
        <TimeField name="to" label="To" />
        <ExportButtons list={entriesOf(destinationId)} query={query} file="attempts" />
      </div>
      <Loaded query={page} what="Cannot load the attempts.">
        {({ data, next, previous, ledger }) => (
          <>
            {data.length === 0 ? (
              empty
            ) : (
              <EntryTable
                entries={data}
                label="Attempts"
                {...(destinationId === undefined && { names })}
              />
            )}
            <div className="row">
              <Button variant="default" size="xs" disabled={!cursor} onClick={() => go(null)}>
                Newest
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={!cursor || previous === null}
                onClick={() => go(previous, "newer")}
              >
                Newer
              </Button>
              <Button variant="default" size="xs" disabled={next === null} onClick={() => go(next)}>
                Older
              </Button>
            </div>
            <LedgerNote ledger={ledger} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Choice({ name, label, values }: { name: string; label: string; values: string[] }) {
  const [value, set] = useParam(name);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      data={[
        { value: "", label: "All" },
        ...values.map((one) => ({ value: one, label: name === "url" ? one : words(one) })),
      ]}
    />
  );
}

function Text({ name, label }: { name: string; label: string }) {
  const [value, set] = useParam(name);
  return (
    <TextInput label={label} value={value} onChange={(event) => set(event.currentTarget.value)} />
  );
}
