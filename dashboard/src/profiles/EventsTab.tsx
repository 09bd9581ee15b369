import { useQuery } from "@tanstack/react-query";
import { listProfileEvents, MASK, type ProfileEvent } from "../api/profiles";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Json } from "../parts/Json";
import { Loaded } from "../parts/Loading";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import styles from "./profiles.module.css";

const ROWS = 50;

/** The events of a person, newest first. */
export function EventsTab({ userId }: { userId: string }) {
  const [cursor] = useParam("cursor");
  const events = useQuery({
    queryKey: ["profile-events", userId, cursor],
    queryFn: ({ signal }) =>
      listProfileEvents(userId, { limit: ROWS, ...(cursor && { cursor }) }, signal),
    refetchInterval: 5_000,
  });
  return (
    <Loaded query={events} what="Cannot load the events.">
      {(page) =>
        page.data.length === 0 ? (
          <EmptyState title="No stored events">
            <p>
              Track calls appear with their event name, page and screen calls as Page Viewed and
              Screen Viewed, until the retention of events ends.
            </p>
          </EmptyState>
        ) : (
          <>
            <ol className={styles.events} aria-label="Events">
              {page.data.map((event, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two events may be equal
                <Event key={`${event.at} ${event.event} ${index}`} event={event} />
              ))}
            </ol>
            <CursorPager next={page.next} what="events" />
          </>
        )
      }
    </Loaded>
  );
}

function Event({ event: { event, at, properties } }: { event: ProfileEvent }) {
  const names = properties === MASK ? [] : Object.keys(properties);
  return (
    <li>
      <Time at={at} />
      <b>{event}</b>
      {properties === MASK ? (
        <span className="muted small">properties hidden from your role</span>
      ) : names.length === 0 ? (
        <span className="muted small">no properties</span>
      ) : (
        <details>
          <summary>{summary(properties)}</summary>
          <Json label={`Properties of ${event}`} value={properties} />
        </details>
      )}
    </li>
  );
}

/** The first few properties on one line. */
function summary(properties: Record<string, unknown>): string {
  const all = Object.entries(properties).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return all.length > 4 ? `${all.slice(0, 4).join(", ")} …` : all.join(", ");
}
