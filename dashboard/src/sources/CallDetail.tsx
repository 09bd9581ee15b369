import { CloseButton } from "@mantine/core";
import { Link } from "react-router";
import type { LiveCall } from "../api/live";
import { Fact, Facts } from "../parts/Facts";
import { words } from "../parts/format";
import { Json } from "../parts/Json";
import { Panel } from "../parts/Panel";
import { Time } from "../parts/Time";
import styles from "./sources.module.css";

interface Props {
  call: LiveCall;
  onClose: () => void;
}

/** One call: its body, and the reason if it was rejected. */
export function CallDetail({ call, onClose }: Props) {
  const rejected = call.kind === "rejected";
  return (
    <div className={styles.detail}>
      <Panel
        title={rejected ? "Rejected call" : "Accepted call"}
        actions={<CloseButton aria-label="Close this call" onClick={onClose} />}
      >
        <div className="stack">
          <Facts>
            {rejected && (
              <Fact name="Reason">
                {call.message} <span className="muted">({words(call.code)})</span>
              </Fact>
            )}
            <Fact name="Time">
              <Time at={call.at} />
            </Fact>
            {rejected && call.index !== undefined && (
              <Fact name="Position in the batch">{call.index}</Fact>
            )}
            {call.messageId && (
              <Fact name="Message ID">
                {rejected ? (
                  <code>{call.messageId}</code>
                ) : (
                  <Link to={`/messages?messageId=${encodeURIComponent(call.messageId)}`}>
                    <code>{call.messageId}</code>
                  </Link>
                )}
              </Fact>
            )}
            {!rejected && call.filtered && (
              <Fact name="Filtered">This event is blocked; no destination receives it.</Fact>
            )}
          </Facts>
          <Json
            label={rejected ? "Request body" : "Message"}
            value={rejected ? (call.body ?? "") : call.message}
          />
        </div>
      </Panel>
    </div>
  );
}
