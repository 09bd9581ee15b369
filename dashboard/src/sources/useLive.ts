import { useCallback, useEffect, useRef, useState } from "react";
import { type LiveCall, type LiveFilter, liveUrl } from "../api/live";
import { addCalls, MAX_CALLS, type RecentCall } from "./live";

/** The number of recent calls that a stream starts with. */
const RECENT = 50;
const FLUSH_MILLIS = 200;

export interface Live {
  calls: RecentCall[];
  /** The number of calls that the stream skipped. */
  missed: number;
  /** The number of calls received while paused. */
  held: number;
  state: "connecting" | "open" | "lost";
  clear: () => void;
  restart: () => void;
}

/**
 * The live calls of a source. They are buffered and shown a few times per second, so that a fast
 * source does not freeze the page. While paused, they stay in the buffer.
 */
export function useLive(source: string, filter: LiveFilter, paused: boolean): Live {
  const [calls, setCalls] = useState<RecentCall[]>([]);
  const [missed, setMissed] = useState(0);
  const [held, setHeld] = useState(0);
  const [state, setState] = useState<Live["state"]>("connecting");
  const [start, setStart] = useState(0);
  const received = useRef<LiveCall[]>([]);
  const stopped = useRef(paused);
  stopped.current = paused;
  const { type, event, userId, outcome } = filter;

  const flush = useCallback(() => {
    if (stopped.current) {
      setHeld(received.current.length);
      return;
    }
    if (received.current.length > 0) {
      const batch = received.current;
      received.current = [];
      setCalls((before) => addCalls(before, batch));
    }
    setHeld(0);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` reopens the stream
  useEffect(() => {
    setCalls([]);
    setMissed(0);
    setState("connecting");
    received.current = [];
    const stream = new EventSource(
      liveUrl(
        source,
        {
          ...(type && { type }),
          ...(event && { event }),
          ...(userId && { userId }),
          ...(outcome && { outcome }),
        },
        RECENT,
      ),
    );
    const take = (kind: LiveCall["kind"]) => (event: MessageEvent<string>) => {
      received.current.push({ kind, ...JSON.parse(event.data) });
      if (received.current.length > MAX_CALLS) {
        received.current.shift();
      }
    };
    stream.addEventListener("accepted", take("accepted"));
    stream.addEventListener("rejected", take("rejected"));
    stream.addEventListener("missed", (event: MessageEvent<string>) =>
      setMissed((before) => before + (JSON.parse(event.data) as { count: number }).count),
    );
    stream.onopen = () => setState("open");
    stream.onerror = () =>
      setState(stream.readyState === EventSource.CLOSED ? "lost" : "connecting");
    const timer = setInterval(flush, FLUSH_MILLIS);
    return () => {
      clearInterval(timer);
      stream.close();
    };
  }, [source, type, event, userId, outcome, start, flush]);

  return {
    calls,
    missed,
    held,
    state,
    clear: () => {
      received.current = [];
      setCalls([]);
      setMissed(0);
    },
    restart: () => setStart((before) => before + 1),
  };
}
