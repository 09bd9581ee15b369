import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/client";
import { isActive, type Replay, readReplay, startReplay } from "../api/replays";

const LOOK_MILLIS = 400;

export interface ReplayQueue {
  busy: boolean;
  total: number;
  done: number;
  delivered: number;
  failed: number;
  error: unknown;
  start: (messageIds: string[]) => void;
  stop: () => void;
}

const IDLE = { busy: false, total: 0, done: 0, delivered: 0, failed: 0, error: undefined };

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));

/**
 * Replays selected messages. A destination runs one replay at a time, so they are replayed one by
 * one. Leaving the page or stopping ends after the current one.
 */
export function useReplayQueue(destination: string, onDone: () => void): ReplayQueue {
  const [state, setState] = useState<Omit<ReplayQueue, "start" | "stop">>(IDLE);
  const running = useRef(0);
  useEffect(
    () => () => {
      running.current++;
    },
    [],
  );

  async function run(messageIds: string[]) {
    const mine = ++running.current;
    const over = () => running.current !== mine;
    setState({ ...IDLE, busy: true, total: messageIds.length });
    try {
      for (const messageId of messageIds) {
        const ended = await replayOne(destination, messageId, over);
        if (over()) {
          return;
        }
        setState((before) => ({
          ...before,
          done: before.done + 1,
          delivered: before.delivered + ended.delivered,
          failed: before.failed + ended.failed,
        }));
      }
      setState((before) => ({ ...before, busy: false }));
    } catch (error) {
      if (!over()) {
        setState((before) => ({ ...before, busy: false, error }));
      }
    }
    onDone();
  }

  return {
    ...state,
    start: (messageIds) => void run(messageIds),
    stop: () => {
      running.current++;
      setState((before) => ({ ...before, busy: false }));
      onDone();
    },
  };
}

/** Starts a replay, after the running one if there is one, and waits for its end. */
async function replayOne(
  destination: string,
  messageId: string,
  over: () => boolean,
): Promise<Replay> {
  for (;;) {
    try {
      let replay = await startReplay(destination, { messageId });
      while (isActive(replay) && !over()) {
        await pause();
        replay = await readReplay(destination, replay.id);
      }
      return replay;
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 409) || over()) {
        throw failure;
      }
      await pause();
    }
  }
}
