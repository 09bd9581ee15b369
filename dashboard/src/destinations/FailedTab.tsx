import { Button, NativeSelect, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deliveriesOf, type FailedDelivery, listFailed, REASONS } from "../api/deliveries";
import type { Destination } from "../api/destinations";
import { useHasRole } from "../app/session";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { ExportButtons } from "../parts/ExportButtons";
import { words } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { Since } from "../parts/Since";
import { TimeField } from "../parts/TimeField";
import { useParam } from "../parts/useParam";
import { FailedTable } from "./FailedTable";
import { ReplayAllButton } from "./ReplayAllButton";
import { ReplayPanel } from "./ReplayPanel";
import { ReplayQueueBar } from "./ReplayQueueBar";
import { useReplayQueue } from "./useReplayQueue";

/** Failed deliveries, and ways to replay them. */
export function FailedTab({ destination }: { destination: Destination }) {
  const [reason, setReason] = useParam("reason");
  const [search, setSearch] = useParam("search");
  const [from] = useParam("from");
  const [to] = useParam("to");
  const [cursor] = useParam("cursor");
  const filter = { reason, search, from, to };
  const permitted = useHasRole("editor");
  const queries = useQueryClient();
  const failed = useQuery({
    queryKey: ["failed", destination.id, filter, cursor],
    queryFn: ({ signal }) => listFailed(destination.id, { ...filter, cursor }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  const queue = useReplayQueue(destination.id, () => {
    queries.invalidateQueries({ queryKey: ["failed", destination.id] });
    queries.invalidateQueries({ queryKey: ["replays", destination.id] });
  });
  return (
    <>
      <ReplayPanel destination={destination} />
      <search className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label="Search failed deliveries"
          placeholder="Search by message ID, type, status or error"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="Reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data={[
            { value: "", label: "All reasons" },
            ...[...REASONS, "held", "expired", "cancelled"].map((value) => ({
              value,
              label: words(value),
            })),
          ]}
        />
        <TimeField name="from" label="From" />
        <TimeField name="to" label="To" />
        <ExportButtons
          list={deliveriesOf(destination.id)}
          query={{ status: "failed", ...filter }}
          file="failed"
        />
        {permitted && <ReplayAllButton destination={destination} disabled={queue.busy} />}
      </search>
      <ReplayQueueBar queue={queue} />
      <Loaded query={failed} what="Cannot load the failed deliveries.">
        {(page) =>
          page.data.length === 0 && page.next === null ? (
            <EmptyState
              title={`No failed deliveries${Object.values(filter).some(Boolean) ? " match" : ""}`}
            >
              <p>
                This list shows messages that the URLs refused or that failed until the end of the
                retry window, with the reason. You can replay them.
              </p>
              <p>
                <Since at={page.since} />
              </p>
            </EmptyState>
          ) : (
            <>
              <Selection
                key={JSON.stringify([filter, cursor])}
                failed={page.data}
                permitted={permitted && destination.enabled}
                busy={queue.busy}
                onReplay={queue.start}
              />
              <p className="muted small">
                <Since at={page.since} />
              </p>
              <CursorPager next={page.next} what="failed deliveries" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface SelectionProps {
  failed: FailedDelivery[];
  permitted: boolean;
  busy: boolean;
  onReplay: (messageIds: string[]) => void;
}

function Selection({ failed, permitted, busy, onReplay }: SelectionProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const there = failed.flatMap(({ messageId }) => messageId ?? []);
  const wanted = there.filter((id) => chosen.has(id));
  return (
    <>
      {permitted && (
        <div className="row" style={{ marginBottom: "0.75rem" }}>
          <Button
            size="xs"
            disabled={wanted.length === 0 || busy}
            onClick={() => {
              onReplay(wanted);
              setChosen(new Set());
            }}
          >
            Replay selected
          </Button>
          <span className="muted small" aria-live="polite">
            {wanted.length} selected
          </span>
        </div>
      )}
      <FailedTable failed={failed} chosen={chosen} onChoose={setChosen} permitted={permitted} />
    </>
  );
}
