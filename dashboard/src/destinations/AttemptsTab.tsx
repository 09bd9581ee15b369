import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { listAttempts } from "../api/deliveries";
import type { Destination } from "../api/destinations";
import { Entries } from "../ledger/Entries";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { StateBadge } from "../parts/StateBadge";
import { Time } from "../parts/Time";
import { AttemptDetail } from "./AttemptDetail";

/** The recorded attempts, and a sample of requests with their responses. */
export function AttemptsTab({ destination }: { destination: Destination }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Entries
        destinationId={destination.id}
        urls={destination.settings.webhooks.map(({ url }) => url)}
        empty={
          <EmptyState title="No attempts">
            <p>
              Requests to this destination appear here.{" "}
              <Link to={`/destinations/${destination.id}/test`}>Send a test</Link> to check its
              URLs, or send an event to one of its sources.
            </p>
          </EmptyState>
        }
      />
      <details onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>Sampled requests</summary>
        {shown && <Samples id={destination.id} />}
      </details>
    </>
  );
}

/** The newest requests with their responses. */
function Samples({ id }: { id: string }) {
  const attempts = useQuery({
    queryKey: ["attempts", id],
    queryFn: ({ signal }) => listAttempts(id, signal),
    refetchInterval: 5_000,
  });
  return (
    <Loaded query={attempts} what="Cannot load the requests.">
      {({ data }) =>
        data.length === 0 ? (
          <p className="muted">No request since the start of the service.</p>
        ) : (
          data.map((attempt) => (
            <details key={`${attempt.at} ${attempt.url} ${attempt.messageId} ${attempt.round}`}>
              <summary>
                <Time at={attempt.at} /> <StateBadge state={attempt.outcome} /> {attempt.url}
              </summary>
              <AttemptDetail attempt={attempt} />
            </details>
          ))
        )
      }
    </Loaded>
  );
}
