import { Button } from "@mantine/core";
import { StateBadge } from "../parts/StateBadge";
import type { Live } from "./useLive";

interface Props {
  state: Live["state"];
  paused: boolean;
  restart: () => void;
}

/** The state of the live stream. */
export function StreamState({ state, paused, restart }: Props) {
  if (state === "lost") {
    return (
      <span className="row" role="alert">
        <StateBadge state="failing">not connected</StateBadge>
        <span>The service closed the stream, or too many viewers are connected.</span>
        <Button variant="default" size="xs" onClick={restart}>
          Reconnect
        </Button>
      </span>
    );
  }
  return (
    <span role="status">
      {paused ? (
        <StateBadge state="paused" />
      ) : state === "open" ? (
        <StateBadge state="healthy">live</StateBadge>
      ) : (
        <StateBadge state="waiting">connecting</StateBadge>
      )}
    </span>
  );
}
