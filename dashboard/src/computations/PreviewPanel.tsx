import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "../api/client";
import type { Preview } from "../api/computations";
import { ErrorNote } from "../parts/ErrorNote";
import { count, percent } from "../parts/format";
import { Panel } from "../parts/Panel";
import { PersonLink } from "../profiles/PersonLink";
import { ShortValue } from "../profiles/ShortValue";
import styles from "./computations.module.css";

interface Props {
  preview: UseQueryResult<Preview>;
  /** Whether the definition is complete. */
  complete: boolean;
}

/** How many people match a definition now, with examples. */
export function PreviewPanel({ preview, complete }: Props) {
  const { data, error, isFetching, isPlaceholderData } = preview;
  const refused = error instanceof ApiError && error.status === 422;
  const old = !complete || refused || isPlaceholderData;
  return (
    <Panel title="Preview">
      <div aria-live="polite" aria-busy={isFetching} className={styles.preview}>
        {error && !refused && <ErrorNote error={error} what="Cannot count people." />}
        {data === undefined || !complete || refused ? (
          <p className="muted" style={{ margin: 0 }}>
            {hint(complete, refused)}
          </p>
        ) : (
          <div data-old={old || undefined}>
            <p className={styles.figure}>
              {!data.exact && <small>about </small>}
              <data value={data.size}>{count(data.size)}</data>
              <small> {data.size === 1 ? "person" : "people"}</small>
            </p>
            <p className="muted small">{share(data)}</p>
            <Sample preview={data} />
          </div>
        )}
      </div>
    </Panel>
  );
}

function hint(complete: boolean, refused: boolean): string {
  if (refused) {
    return "The definition has errors; see the marked fields.";
  }
  return complete ? "Counting …" : "Complete the definition to see how many people match.";
}

function share({ size, ofProfiles }: Preview): string {
  if (ofProfiles === 0) {
    return "No profiles exist. Send identify calls, or events with a user ID.";
  }
  return `of ${count(ofProfiles)} profiles, ${percent(Math.min(1, size / ofProfiles))}`;
}

function Sample({ preview }: { preview: Preview }) {
  const people = preview.sample.map((one) => (typeof one === "string" ? { userId: one } : one));
  if (people.length === 0) {
    return null;
  }
  return (
    <>
      <h3 className={styles.sampleTitle}>Examples</h3>
      <ul className={styles.sample}>
        {people.map((person) => (
          <li key={person.userId}>
            <PersonLink userId={person.userId} />
            {"value" in person && <ShortValue value={person.value} />}
          </li>
        ))}
      </ul>
    </>
  );
}
