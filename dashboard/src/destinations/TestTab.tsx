import { Button, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Destination, type TestOutcome, testDestination } from "../api/destinations";
import { MESSAGE_TYPES } from "../api/filters";
import { useHasRole } from "../app/session";
import { ErrorNote } from "../parts/ErrorNote";
import { millis, words } from "../parts/format";
import { Json } from "../parts/Json";
import { Panel } from "../parts/Panel";
import { ReadOnly } from "../parts/ReadOnly";
import { StateBadge } from "../parts/StateBadge";
import { SampleView } from "./AttemptDetail";
import styles from "./destinations.module.css";

/** Sends one sample message and shows the response of each URL. */
export function TestTab({ destination }: { destination: Destination }) {
  const [type, setType] = useState("track");
  const permitted = useHasRole("editor");
  const test = useMutation({ mutationFn: () => testDestination(destination.id, type) });
  return (
    <>
      <ReadOnly needs="editor" />
      <Panel
        title="Send a test"
        note="Sends one sample message to each URL, with the same checks as other messages. It is not retried."
      >
        <div className="bar" style={{ marginBottom: 0 }}>
          <NativeSelect
            label="Type"
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
            data={[...MESSAGE_TYPES, "delete"]}
          />
          <Button loading={test.isPending} disabled={!permitted} onClick={() => test.mutate()}>
            Send test
          </Button>
        </div>
      </Panel>
      <div aria-live="polite">
        {test.error && <ErrorNote error={test.error} what="The test was not sent." />}
        {test.data && (
          <Panel title="Result">
            {test.data.outcomes.map((outcome) => (
              <Outcome key={outcome.url} outcome={outcome} />
            ))}
            <details>
              <summary>Request</summary>
              <Json label="Request" value={test.data.request} />
            </details>
          </Panel>
        )}
      </div>
    </>
  );
}

function Outcome({ outcome }: { outcome: TestOutcome }) {
  const answer = outcome.status ? `HTTP ${outcome.status}` : words(outcome.reason ?? "");
  return (
    <section className={styles.outcome} aria-label={`Response of ${outcome.url}`}>
      <header>
        <StateBadge state={outcome.delivered ? "delivered" : "failed"} />
        <b>{answer}</b>
        <span className="muted number">{millis(outcome.latencyMillis)}</span>
        <code>{outcome.url}</code>
      </header>
      {outcome.message && <p>{outcome.message}</p>}
      {outcome.answer && <SampleView title="Answer" sample={outcome.answer} />}
    </section>
  );
}
