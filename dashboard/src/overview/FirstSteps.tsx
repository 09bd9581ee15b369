import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Overview } from "../api/overview";
import { listSources } from "../api/sources";
import { Panel } from "../parts/Panel";
import { Snippet } from "../parts/Snippet";
import { curlSnippet } from "../sources/snippets";
import styles from "./overview.module.css";

/** The first steps, until they are done. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const noSource = overview.sources.total === 0;
  const noMessage = overview.totals.accepted === 0;
  const noDestination = overview.destinations.total === 0;
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
    enabled: noMessage && !noSource,
  });
  if (!noSource && !noDestination) {
    return null;
  }
  const first = sources.data?.[0];
  return (
    <Panel title="First steps">
      <ol className={styles.steps}>
        {noSource && (
          <li>
            <p>
              <Link to="/sources/new">Create a source</Link>: the website, app or server that sends
              events. It gets a write key.
            </p>
          </li>
        )}
        {noMessage && (
          <li>
            <p>
              Send a first event from a terminal
              {first && (
                <>
                  , to <Link to={`/sources/${first.id}`}>{first.name}</Link>
                </>
              )}
              .
            </p>
            {first && (
              <Snippet label="curl" text={curlSnippet(window.location.origin, first.writeKey)} />
            )}
          </li>
        )}
        {noDestination && (
          <li>
            <p>
              <Link to="/destinations/new">Create a destination</Link>: a webhook URL that receives
              each message as a signed POST.
            </p>
          </li>
        )}
      </ol>
    </Panel>
  );
}
