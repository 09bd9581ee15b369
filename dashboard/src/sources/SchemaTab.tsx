import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSchema, readSchema, type SeenEvent } from "../api/schema";
import { changeSource, type NewEvents, type Source } from "../api/sources";
import { useHasRole } from "../app/session";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { ErrorNote } from "../parts/ErrorNote";
import { Loaded } from "../parts/Loading";
import { NumberText } from "../parts/NumberText";
import { Panel } from "../parts/Panel";
import { Snippet } from "../parts/Snippet";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import { curlSnippet } from "./snippets";

/** The track events of a source, and which of them are blocked. */
export function SchemaTab({ source }: { source: Source }) {
  const [search, setSearch] = useParam("search");
  const [cursor] = useParam("cursor");
  const schema = useQuery({
    queryKey: ["schema", source.id, search, cursor],
    queryFn: ({ signal }) =>
      readSchema(
        source.id,
        { limit: 100, ...(search && { search }), ...(cursor && { cursor }) },
        signal,
      ),
    refetchInterval: 10_000,
  });
  return (
    <>
      <NewEventsPanel source={source} />
      <Panel
        bare
        title="Track events"
        note="Blocked events are stored but not sent to any destination."
      >
        <div className="bar">
          <TextInput
            className="grow"
            type="search"
            aria-label="Search events"
            placeholder="Search by name"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        <Loaded query={schema} what="Cannot load the schema.">
          {(page) =>
            page.data.length === 0 ? (
              <EmptyState title={search ? "No event matches" : "No track events"}>
                <p>Events appear here after they are sent.</p>
                {!search && (
                  <Snippet
                    label="curl"
                    text={curlSnippet(window.location.origin, source.writeKey)}
                  />
                )}
              </EmptyState>
            ) : (
              <>
                <EventTable source={source} entries={page.data} />
                {page.others && (
                  <p className="muted small">
                    The list is limited. Other events: <NumberText value={page.others.count} />{" "}
                    calls, <NumberText value={page.others.filtered} /> of them filtered.
                  </p>
                )}
                <CursorPager next={page.next} what="events" />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}

function NewEventsPanel({ source }: { source: Source }) {
  const permitted = useHasRole("editor") && !source.declaredAs;
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (newEvents: NewEvents) => changeSource(source.id, { newEvents }),
    onSuccess: (changed) => queries.setQueryData(["sources", source.id], changed),
  });
  return (
    <Panel
      title="New events"
      note="How to treat track calls whose event this source has not sent before."
    >
      {change.error && <ErrorNote error={change.error} what="Not changed." />}
      <NativeSelect
        aria-label="New events"
        className="narrow"
        disabled={!permitted || change.isPending}
        value={source.newEvents}
        onChange={(event) => change.mutate(event.currentTarget.value as NewEvents)}
        data={[
          { value: "allow", label: "Allow" },
          { value: "block", label: "Block until allowed" },
        ]}
      />
    </Panel>
  );
}

function EventTable({ source, entries }: { source: Source; entries: SeenEvent[] }) {
  const permitted = useHasRole("editor");
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ event, allowed }: { event: string; allowed: boolean }) =>
      changeSchema(source.id, event, allowed),
    onSettled: () => queries.invalidateQueries({ queryKey: ["schema", source.id] }),
  });
  const underWay = change.isPending ? change.variables : undefined;
  return (
    <>
      {change.error && <ErrorNote error={change.error} what="Not changed." />}
      <TableFrame label="Track events">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" className="right">
              Calls
            </th>
            <th scope="col" className="right">
              Filtered
            </th>
            <th scope="col">First seen</th>
            <th scope="col">Last seen</th>
            <th scope="col">Passes</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.event}>
              <td className="break">{entry.event}</td>
              <td className="right">
                <NumberText value={entry.count} />
              </td>
              <td className="right">
                <NumberText value={entry.filtered} />
              </td>
              <td>{entry.firstSeenAt ? <Time at={entry.firstSeenAt} /> : "–"}</td>
              <td>{entry.lastSeenAt ? <Time at={entry.lastSeenAt} /> : "–"}</td>
              <td>
                <Switch
                  aria-label={`Allow ${entry.event}`}
                  disabled={!permitted}
                  checked={underWay?.event === entry.event ? underWay.allowed : entry.allowed}
                  onChange={(event) =>
                    change.mutate({ event: entry.event, allowed: event.currentTarget.checked })
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}
