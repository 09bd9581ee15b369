import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Destination } from "../api/destinations";
import { type ReplayOrder, startReplay } from "../api/replays";
import { Dialog } from "../parts/Dialog";
import { ErrorNote } from "../parts/ErrorNote";
import { useNotify } from "../parts/Notices";
import styles from "../parts/parts.module.css";

const DAY = 86_400_000;

/** The value of a datetime-local input, in the viewer's time zone. */
function local(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

interface Props {
  destination: Destination;
  disabled: boolean;
}

/** Starts a replay of all failed deliveries or of a time range. */
export function ReplayAllButton({ destination, disabled }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        disabled={disabled || !destination.enabled}
        onClick={() => setOpen(true)}
      >
        Replay many…
      </Button>
      {open && <ReplayDialog destination={destination} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReplayDialog({ destination, onClose }: { destination: Destination; onClose: () => void }) {
  const [kind, setKind] = useState("failed");
  const [from, setFrom] = useState(() => local(new Date(Date.now() - DAY)));
  const [to, setTo] = useState(() => local(new Date()));
  const queries = useQueryClient();
  const notify = useNotify();
  const start = useMutation({
    mutationFn: () => {
      const since = new Date(from).toISOString();
      const order: ReplayOrder =
        kind === "failed"
          ? { failed: true, since }
          : { from: since, to: new Date(to).toISOString() };
      return startReplay(destination.id, order);
    },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ["replays", destination.id] });
      notify("The replay has started.");
      onClose();
    },
  });
  return (
    <Dialog title="Replay many messages" onClose={onClose}>
      <div className={`${styles.dialogBody} stack`}>
        {start.error && <ErrorNote error={start.error} what="Not started." />}
        <NativeSelect
          label="Messages to replay"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
          data={[
            { value: "failed", label: "Failed deliveries" },
            { value: "range", label: "All messages in a time range" },
          ]}
        />
        <TextInput
          type="datetime-local"
          label="Accepted from"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        {kind === "range" && (
          <TextInput
            type="datetime-local"
            label="Accepted until"
            description="Receivers may get messages twice."
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        )}
      </div>
      <footer>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={start.isPending}
          disabled={from === "" || (kind === "range" && to === "")}
          onClick={() => start.mutate()}
        >
          Start replay
        </Button>
      </footer>
    </Dialog>
  );
}
