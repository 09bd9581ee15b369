import { Button, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Destination } from "../api/destinations";
import { cancelReplay, isActive, listReplays, type Replay } from "../api/replays";
import { useHasRole } from "../app/session";
import { count, moment, percent } from "../parts/format";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { StateBadge } from "../parts/StateBadge";
import { type Tone, toneOf } from "../parts/states";
import { Time } from "../parts/Time";
import styles from "./destinations.module.css";

const SHOWN = 3;

/** The newest replays of a destination, with the progress of the running one. */
export function ReplayPanel({ destination }: { destination: Destination }) {
  const queries = useQueryClient();
  const replays = useQuery({
    queryKey: ["replays", destination.id],
    queryFn: ({ signal }) => listReplays(destination.id, signal),
    refetchInterval: (query) => (query.state.data?.data.some(isActive) ? 1_000 : 10_000),
  });
  const running = replays.data?.data.some(isActive) ?? false;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !running) {
      queries.invalidateQueries({ queryKey: ["failed", destination.id] });
    }
    wasRunning.current = running;
  }, [running, queries, destination.id]);
  const newest = replays.data?.data.slice(0, SHOWN) ?? [];
  if (newest.length === 0) {
    return null;
  }
  return (
    <Panel title="Replays">
      {newest.map((replay) => (
        <Row key={replay.id} destination={destination} replay={replay} />
      ))}
    </Panel>
  );
}

function what(replay: Replay): string {
  const now = new Date();
  switch (replay.kind) {
    case "message":
      return `Message ${replay.messageId ?? ""}`;
    case "failed":
      return `Failed since ${replay.since ? moment(new Date(replay.since), now) : ""}`;
    case "range":
      return `${replay.from ? moment(new Date(replay.from), now) : ""} to ${
        replay.to ? moment(new Date(replay.to), now) : ""
      }`;
  }
}

/** A replay that delivered nothing is not green, one that delivered only a part is a warning. */
function tone({ state, delivered, failed }: Replay): Tone {
  if (state !== "finished" || (delivered > 0 && failed === 0)) {
    return toneOf(state);
  }
  return failed > 0 ? "warn" : "neutral";
}

function Row({ destination, replay }: { destination: Destination; replay: Replay }) {
  const permitted = useHasRole("editor");
  const queries = useQueryClient();
  const notify = useNotify();
  const cancel = useMutation({
    mutationFn: () => cancelReplay(destination.id, replay.id),
    onSettled: () => queries.invalidateQueries({ queryKey: ["replays", destination.id] }),
    onError: (failure) => notify(`Not cancelled: ${failure.message}`),
  });
  return (
    <div className={styles.replay}>
      <div className={styles.replayLine}>
        <StateBadge state={replay.state} tone={tone(replay)} />
        <span className="break">{what(replay)}</span>
        <span className="muted small">
          <Time at={replay.createdAt} />
        </span>
        <span className="number muted small">
          {count(replay.delivered)} delivered, {count(replay.failed)} failed
          {replay.skipped > 0 && `, ${count(replay.skipped)} skipped`}
          {replay.total !== undefined && ` of ${count(replay.total)}`}
        </span>
        {permitted && isActive(replay) ? (
          <Button
            variant="default"
            size="xs"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel replay
          </Button>
        ) : (
          <span />
        )}
      </div>
      {isActive(replay) && (
        <Progress
          value={replay.progress * 100}
          aria-label={`Progress of the replay, ${percent(replay.progress)}`}
        />
      )}
    </div>
  );
}
