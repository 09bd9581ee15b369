import type { LiveCall } from "../api/live";
import { StateBadge } from "../parts/StateBadge";
import { Time } from "../parts/Time";
import type { RecentCall } from "./live";
import styles from "./sources.module.css";

interface Props {
  calls: RecentCall[];
  selected: string | undefined;
  onSelect: (key: string) => void;
}

/** The calls, newest first; selecting one opens it. */
export function CallList({ calls, selected, onSelect }: Props) {
  return (
    <ol className={styles.calls} aria-label="Calls">
      {calls.map(({ key, call }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.call}
            aria-pressed={key === selected}
            onClick={() => onSelect(key)}
          >
            <Row call={call} />
          </button>
        </li>
      ))}
    </ol>
  );
}

function Row({ call }: { call: LiveCall }) {
  if (call.kind === "rejected") {
    return (
      <>
        <span>
          <Time at={call.at} />
        </span>
        <span>
          <StateBadge state="rejected" />
        </span>
        <span className={styles.why} title={call.message}>
          {call.message}
        </span>
      </>
    );
  }
  return (
    <>
      <span>
        <Time at={call.at} />
      </span>
      <span>
        <StateBadge state={call.filtered ? "filtered" : "accepted"} />
      </span>
      <span>{call.type}</span>
      <span title={call.event}>{call.event ?? nameIn(call.message) ?? ""}</span>
      <span className="muted" title={call.userId ?? call.anonymousId}>
        {call.userId ?? call.anonymousId}
      </span>
    </>
  );
}

/** The name of a page or screen call. */
function nameIn(message: unknown): string | undefined {
  if (typeof message === "object" && message !== null && "name" in message) {
    return typeof message.name === "string" ? message.name : undefined;
  }
  return undefined;
}
