import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listRejected, type StoredRejection } from "../api/rejected";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { Since } from "../parts/Since";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { TimeField } from "../parts/TimeField";
import { useNames } from "../parts/useNames";
import { useParam } from "../parts/useParam";

/** The rejected calls of all sources, and of none. */
export function RejectedScreen() {
  return (
    <Screen title="Rejected calls">
      <RejectedCalls />
    </Screen>
  );
}

/** The rejected calls that were kept, of one source or of all. */
export function RejectedCalls({ source }: { source?: string }) {
  const [cursor] = useParam("cursor");
  const [code, setCode] = useParam("code");
  const [sender, setSender] = useParam("sender");
  const [from] = useParam("from");
  const [to] = useParam("to");
  const query = {
    limit: 50,
    ...(source && { source }),
    ...(code && { code }),
    ...(sender && { sender }),
    ...(from && { from }),
    ...(to && { to }),
    ...(cursor && { cursor }),
  };
  const calls = useQuery({
    queryKey: ["rejected", query],
    queryFn: ({ signal }) => listRejected(query, signal),
    refetchInterval: cursor ? false : 5_000,
  });
  return (
    <>
      <div className="bar">
        <Search label="Code" value={code} onSearch={setCode} />
        <Search label="Sender" value={sender} onSearch={setSender} />
        <TimeField name="from" label="From" />
        <TimeField name="to" label="To" />
      </div>
      <Loaded query={calls} what="Cannot load the rejected calls.">
        {(page) =>
          page.data.length === 0 ? (
            <EmptyState title="No rejected calls">
              <p>
                <Since at={page.since} />
              </p>
            </EmptyState>
          ) : (
            <>
              <CallTable calls={page.data} named={source === undefined} />
              <p className="muted small">
                <Since at={page.since} /> Of many calls from one address only some are kept.
              </p>
              <CursorPager next={page.next} what="rejected calls" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface SearchProps {
  label: string;
  value: string;
  onSearch: (value: string) => void;
}

function Search({ label, value, onSearch }: SearchProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get("text") ?? "").trim());
      }}
    >
      <TextInput
        key={value}
        name="text"
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
      />
    </form>
  );
}

function CallTable({ calls, named }: { calls: StoredRejection[]; named: boolean }) {
  const names = useNames();
  return (
    <TableFrame label="Rejected calls">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Code</th>
          {named && <th scope="col">Source</th>}
          <th scope="col">Sender</th>
          <th scope="col">Why, and the body</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <td>
              <Time at={call.at} />
            </td>
            <td>
              <StateBadge state="rejected">{call.code}</StateBadge>
            </td>
            {named && (
              <td>
                {call.sourceId && (
                  <Link to={`/sources/${call.sourceId}/rejected`}>
                    {names.get(call.sourceId) ?? call.sourceId}
                  </Link>
                )}
              </td>
            )}
            <td className="nowrap">{call.sender}</td>
            <td className="break">
              {call.message}
              {call.body !== undefined && (
                <details>
                  <summary>
                    {call.index === undefined ? "Body" : `Message ${call.index}`}, {call.bytes}{" "}
                    bytes{call.truncated && ", cut off"}
                  </summary>
                  <code className="break">{call.body}</code>
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
