import { useCallback, useEffect, useRef, useState } from "react";
import { type LiveCall, type LiveFilter, liveAddress } from "../api/live";
import { type Kept, keep, MOST_CALLS } from "./live";

/** How many calls from before a stream starts with. */
const RECENT = 50;
const FLUSH_MILLIS = 200;

export interface Live {
  calls: Kept[];
  /** Calls that the stream skipped. */
  missed: number;
  /** Calls that came while paused. */
  held: number;
  state: "connecting" | "open" | "lost";
  clear: () => void;
  restart: () => void;
}

/**
 * The calls of a source as they come. They are gathered and shown a few times a second, so that a
 * fast source does not freeze the page; while paused, the newest are held back.
 */
export function useLive(source: string, filter: LiveFilter, paused: boolean): Live {
  const [calls, setCalls] = useState<Kept[]>([]);
  const [missed, setMissed] = useState(0);
  const [held, setHeld] = useState(0);
  const [state, setState] = useState<Live["state"]>("connecting");
  const [start, setStart] = useState(0);
  const came = useRef<LiveCall[]>([]);
  const stopped = useRef(paused);
  stopped.current = paused;
  const { type, event, userId, outcome } = filter;

  const flush = useCallback(() => {
    if (stopped.current) {
      setHeld(came.current.length);
      return;
    }
    if (came.current.length > 0) {
      const batch = came.current;
      came.current = [];
      setCalls((before) => keep(before, batch));
    }
    setHeld(0);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` opens the stream once more
  useEffect(() => {
    setCalls([]);
    setMissed(0);
    setState("connecting");
    came.current = [];
    const stream = new EventSource(
      liveAddress(
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
    const take = (kind: LiveCall["kind"]) => (told: MessageEvent<string>) => {
      came.current.push({ kind, ...JSON.parse(told.data) });
      if (came.current.length > MOST_CALLS) {
        came.current.shift();
      }
    };
    stream.addEventListener("accepted", take("accepted"));
    stream.addEventListener("rejected", take("rejected"));
    stream.addEventListener("missed", (told: MessageEvent<string>) =>
      setMissed((before) => before + (JSON.parse(told.data) as { count: number }).count),
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
      came.current = [];
      setCalls([]);
      setMissed(0);
    },
    restart: () => setStart((before) => before + 1),
  };
}
