import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { type Attempt, listAttempts, REASONS } from "../api/deliveries";
import type { Destination } from "../api/destinations";
import { EmptyState } from "../parts/EmptyState";
import { millis, words } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { Pager } from "../parts/Pager";
import { pageOf } from "../parts/paging";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import { AttemptDetail } from "./AttemptDetail";
import styles from "./destinations.module.css";

/** The newest requests with their responses. */
export function AttemptsTab({ destination }: { destination: Destination }) {
  const [reason, setReason] = useParam("reason");
  const attempts = useQuery({
    queryKey: ["attempts", destination.id, reason],
    queryFn: ({ signal }) => listAttempts(destination.id, reason || undefined, signal),
    refetchInterval: 5_000,
  });
  return (
    <>
      <div className="bar">
        <NativeSelect
          aria-label="Reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data={[
            { value: "", label: "All attempts" },
            ...REASONS.map((value) => ({ value, label: `Failed: ${words(value)}` })),
          ]}
        />
        <span className="muted small">A sample of the newest attempts, stored in memory.</span>
      </div>
      <Loaded query={attempts} what="Cannot load the attempts.">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No attempts">
              <p>
                Requests to this destination appear here.{" "}
                <Link to={`/destinations/${destination.id}/test`}>Send a test</Link> to check its
                URLs, or send an event to one of its sources.
              </p>
            </EmptyState>
          ) : (
            <AttemptList attempts={data} />
          )
        }
      </Loaded>
    </>
  );
}

const keyOf = (attempt: Attempt) =>
  `${attempt.at} ${attempt.url} ${attempt.messageId ?? ""} ${attempt.round}`;

function AttemptList({ attempts }: { attempts: Attempt[] }) {
  const [open, setOpen] = useState<string>();
  const [page, setPage] = useParam("page", "1");
  const shown = pageOf(attempts, Number(page));
  return (
    <>
      <TableFrame label="Attempts">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Outcome</th>
            <th scope="col">Answer</th>
            <th scope="col" className="right">
              Latency
            </th>
            <th scope="col">Type</th>
            <th scope="col" className="right">
              Round
            </th>
            <th scope="col">URL</th>
          </tr>
        </thead>
        <tbody>
          {shown.items.map((attempt) => {
            const key = keyOf(attempt);
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
                      <Time at={attempt.at} />
                    </button>
                  </td>
                  <td>
                    <StateBadge state={attempt.outcome} />
                  </td>
                  <td className="nowrap">
                    {attempt.status ? `HTTP ${attempt.status}` : words(attempt.reason ?? "")}
                  </td>
                  <td className="right number">{millis(attempt.latencyMillis)}</td>
                  <td>{attempt.type}</td>
                  <td className="right number">{attempt.round}</td>
                  <td>
                    <span className="cut" title={attempt.url}>
                      {attempt.url}
                    </span>
                  </td>
                </tr>
                {open === key && (
                  <tr className={styles.detailRow}>
                    <td colSpan={7}>
                      <AttemptDetail attempt={attempt} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </TableFrame>
      <Pager
        page={shown.page}
        pages={shown.pages}
        total={attempts.length}
        what="attempts"
        onPage={(next) => setPage(String(next))}
      />
    </>
  );
}
