import { Link } from "react-router";
import type { FoundMessage } from "../api/messages";
import { MASK } from "../api/profiles";
import { EntryTable } from "../ledger/EntryTable";
import { CopyButton } from "../parts/CopyButton";
import { Fact, Facts } from "../parts/Facts";
import { Json, pretty } from "../parts/Json";
import { Panel } from "../parts/Panel";
import { Time } from "../parts/Time";
import { personPath } from "../profiles/PersonLink";
import { DeliveryStatusTable } from "./DeliveryStatusTable";

interface Props {
  message: FoundMessage;
  names: ReadonlyMap<string, string>;
}

function title(message: FoundMessage): string {
  const body = message.message;
  if (typeof body === "object" && body !== null && "event" in body) {
    return `${message.type}: ${String(body.event)}`;
  }
  return message.type;
}

/** A message and its deliveries. */
export function MessageCard({ message, names }: Props) {
  const story = message.destinations
    .flatMap(({ entries = [] }) => entries)
    .filter(
      ({ destinationId, at }, i, all) =>
        destinationId !== undefined ||
        all.findIndex((one) => one.destinationId === undefined && one.at === at) === i,
    )
    .sort((a, b) => a.at.localeCompare(b.at));
  return (
    <Panel item title={title(message)}>
      <div className="stack">
        <Facts>
          <Fact name="Message ID">
            <Link to={`/messages?messageId=${encodeURIComponent(message.messageId)}`}>
              <code>{message.messageId}</code>
            </Link>
          </Fact>
          <Fact name="Accepted">
            <Time at={message.acceptedAt} />
          </Fact>
          {message.sourceId && (
            <Fact name="Source">
              <Link to={`/sources/${message.sourceId}`}>
                {names.get(message.sourceId) ?? message.sourceId}
              </Link>
            </Fact>
          )}
          {message.userId && (
            <Fact name="User ID">
              <Link to={`/messages?userId=${encodeURIComponent(message.userId)}`}>
                {message.userId}
              </Link>{" "}
              {message.userId !== MASK && (
                <Link to={personPath(message.userId)} className="small">
                  Profile
                </Link>
              )}
            </Fact>
          )}
          {message.anonymousId && <Fact name="Anonymous ID">{message.anonymousId}</Fact>}
          <Fact name="Log position">
            <span className="number">
              partition {message.partition}, offset {message.offset}
            </span>
          </Fact>
        </Facts>
        <DeliveryStatusTable message={message} names={names} />
        {!message.complete && (
          <p className="muted small">Recorded attempts of this message may be missing.</p>
        )}
        {story.length > 0 && <EntryTable entries={story} names={names} label="Story" />}
        {message.message !== undefined && (
          <details>
            <summary>Accepted message</summary>
            <div className="stack" style={{ marginTop: "0.5rem", gap: "0.5rem" }}>
              <Json label="Message" value={message.message} />
              <div>
                <CopyButton text={pretty(message.message)} label="Copy message" />
              </div>
            </div>
          </details>
        )}
      </div>
    </Panel>
  );
}
