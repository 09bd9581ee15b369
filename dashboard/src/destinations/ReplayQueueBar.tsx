import { Button, Progress } from "@mantine/core";
import { ErrorNote } from "../parts/ErrorNote";
import { Panel } from "../parts/Panel";
import type { ReplayQueue } from "./useReplayQueue";

/** The progress of replaying the selected messages. */
export function ReplayQueueBar({ queue }: { queue: ReplayQueue }) {
  if (queue.total === 0) {
    return null;
  }
  const share = (100 * queue.done) / queue.total;
  return (
    <Panel
      title="Replay of selected messages"
      actions={
        queue.busy && (
          <Button variant="default" size="xs" onClick={queue.stop}>
            Stop
          </Button>
        )
      }
    >
      {queue.error !== undefined && <ErrorNote error={queue.error} what="The replay ended." />}
      <Progress value={share} aria-label="Progress of the selected messages" />
      <p className="muted small" role="status" style={{ margin: "0.375rem 0 0" }}>
        {queue.done} of {queue.total} sent again: {queue.delivered} delivered, {queue.failed} failed
      </p>
    </Panel>
  );
}
