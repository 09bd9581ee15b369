import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { MESSAGE_TYPES } from "../api/filters";
import type { Source } from "../api/sources";
import { SESSION } from "../app/queries";
import { EmptyState } from "../parts/EmptyState";
import { count } from "../parts/format";
import { Snippet } from "../parts/Snippet";
import { useParam } from "../parts/useParam";
import { CallDetail } from "./CallDetail";
import { CallList } from "./CallList";
import { StreamState } from "./StreamState";
import { curlSnippet } from "./snippets";
import styles from "./sources.module.css";
import { useLive } from "./useLive";

/** The live view of a source: accepted and rejected calls, with the reason. */
export function LiveTab({ source }: { source: Source }) {
  const [outcome, setOutcome] = useParam("outcome");
  const [type, setType] = useParam("type");
  const [event, setEvent] = useParam("event");
  const [userId, setUserId] = useParam("userId");
  const [paused, setPaused] = useState(false);
  const [selected, setSelected] = useState<string>();
  const live = useLive(source.id, { outcome, type, event, userId }, paused);
  const opener = useRef<Element>(null);
  const close = () => {
    setSelected(undefined);
    if (opener.current instanceof HTMLElement) {
      opener.current.focus();
    }
  };
  const queries = useQueryClient();
  useEffect(() => {
    if (live.state === "lost") {
      queries.invalidateQueries({ queryKey: SESSION }); // the session may have ended
    }
  }, [live.state, queries]);
  const open = live.calls.find(({ key }) => key === selected)?.call;
  return (
    <>
      <div className="bar">
        <NativeSelect
          label="Outcome"
          value={outcome}
          onChange={(e) => setOutcome(e.currentTarget.value)}
          data={[
            { value: "", label: "All" },
            { value: "accepted", label: "Accepted" },
            { value: "rejected", label: "Rejected" },
          ]}
        />
        <NativeSelect
          label="Type"
          value={type}
          onChange={(e) => setType(e.currentTarget.value)}
          data={[{ value: "", label: "All" }, ...MESSAGE_TYPES]}
        />
        <FilterText label="Event" value={event} onCommit={setEvent} />
        <FilterText label="User ID" value={userId} onCommit={setUserId} />
      </div>
      <div className={styles.stream}>
        <StreamState state={live.state} paused={paused} restart={live.restart} />
        {live.missed > 0 && (
          <span className="muted">{count(live.missed)} skipped: too many per second</span>
        )}
        <span className="row">
          <Button
            variant="default"
            size="xs"
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          >
            {paused ? `Resume${live.held > 0 ? ` (${live.held})` : ""}` : "Pause"}
          </Button>
          <Button variant="default" size="xs" onClick={live.clear}>
            Clear
          </Button>
        </span>
      </div>
      {live.calls.length === 0 ? (
        <EmptyState title="Waiting for calls">
          <p>Calls appear here as they arrive; rejected ones show the reason. Send one:</p>
          <Snippet label="curl" text={curlSnippet(window.location.origin, source.writeKey)} />
        </EmptyState>
      ) : (
        <div className={styles.live} data-open={open ? true : undefined}>
          <CallList
            calls={live.calls}
            selected={selected}
            onSelect={(key) => {
              opener.current = document.activeElement;
              setSelected(key);
            }}
          />
          {open && <CallDetail call={open} onClose={close} />}
        </div>
      )}
    </>
  );
}

interface TextProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
}

/** A filter that applies on Enter or when it loses the focus, not with each letter. */
function FilterText({ label, value, onCommit }: TextProps) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      label={label}
      value={text}
      onChange={(e) => setText(e.currentTarget.value)}
      onBlur={() => onCommit(text.trim())}
      onKeyDown={(e) => e.key === "Enter" && onCommit(text.trim())}
    />
  );
}
