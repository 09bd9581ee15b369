import { Fragment, useState } from "react";
import { Link } from "react-router";
import type { LedgerEntry } from "../api/ledger";
import styles from "../destinations/destinations.module.css";
import { millis, words } from "../parts/format";
import { Json } from "../parts/Json";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";

interface Props {
  entries: LedgerEntry[];
  /** The names of destinations; their column is left out without them. */
  names?: ReadonlyMap<string, string>;
  label: string;
}

/** The state of the delivery after an entry. */
export const stateAfter = (entry: LedgerEntry) => entry.end ?? (entry.reason ? "retrying" : "sent");

const keyOf = (entry: LedgerEntry) =>
  `${entry.at} ${entry.destinationId} ${entry.offset} ${entry.url} ${entry.round} ${entry.repeat}`;

/** Recorded attempts and ends of deliveries. */
export function EntryTable({ entries, names, label }: Props) {
  const [open, setOpen] = useState<string>();
  return (
    <TableFrame label={label}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {names && <th scope="col">Destination</th>}
          <th scope="col">State</th>
          <th scope="col">Answer</th>
          <th scope="col" className="right">
            Latency
          </th>
          <th scope="col">Event</th>
          <th scope="col" className="right">
            Round
          </th>
          <th scope="col">URL</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const key = keyOf(entry);
          return (
            <Fragment key={key}>
              <tr>
                <td>
                  <button
                    type="button"
                    className={styles.open}
                    aria-expanded={open === key}
                    onClick={() => setOpen(open === key ? undefined : key)}
                  >
                    <Time at={entry.at} />
                  </button>
                </td>
                {names && (
                  <td className="break">
                    {entry.destinationId ? (
                      <Link to={`/destinations/${entry.destinationId}`}>
                        {names.get(entry.destinationId) ?? entry.destinationId}
                      </Link>
                    ) : (
                      "All"
                    )}
                  </td>
                )}
                <td>
                  <StateBadge state={stateAfter(entry)} />
                </td>
                <td className="nowrap">
                  {entry.status ? `HTTP ${entry.status}` : words(entry.reason ?? "")}
                </td>
                <td className="right number">
                  {entry.latencyMillis === undefined ? "–" : millis(entry.latencyMillis)}
                </td>
                <td className="break">{entry.event ?? entry.type}</td>
                <td className="right number">
                  {entry.round || "–"}
                  {entry.replay && " replay"}
                  {entry.repeat && " repeat"}
                </td>
                <td>
                  <span className="cut" title={entry.url}>
                    {entry.url ?? "–"}
                  </span>
                </td>
              </tr>
              {open === key && (
                <tr className={styles.detailRow}>
                  <td colSpan={names ? 8 : 7}>
                    <EntryDetail entry={entry} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </TableFrame>
  );
}

function EntryDetail({ entry }: { entry: LedgerEntry }) {
  return (
    <div className="stack" style={{ gap: "0.625rem" }}>
      {entry.message && <p style={{ margin: 0 }}>{entry.message}</p>}
      {entry.lastError && <p style={{ margin: 0 }}>Last error: {entry.lastError.message}</p>}
      <p style={{ margin: 0 }}>
        {entry.messageId ? (
          <Link to={`/messages?messageId=${encodeURIComponent(entry.messageId)}`}>
            <code>{entry.messageId}</code>
          </Link>
        ) : (
          "The log no longer holds the message."
        )}
        {entry.bytes !== undefined && `, ${entry.bytes} bytes sent`}
      </p>
      {entry.answer === undefined ? (
        <p className="muted">{entry.sent ? "The answer is not stored." : "Nothing was sent."}</p>
      ) : (
        <Json label="Answer, body" value={entry.answer} />
      )}
    </div>
  );
}
