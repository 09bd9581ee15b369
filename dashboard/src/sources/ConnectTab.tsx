import type { Source } from "../api/sources";
import { CopyField } from "../parts/CopyField";
import { Fact, Facts } from "../parts/Facts";
import { Panel } from "../parts/Panel";
import { Snippet } from "../parts/Snippet";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import { Arrival } from "./Arrival";
import { typeLine } from "./SourceTypeChoice";
import { firstSnippet, SNIPPETS } from "./snippets";
import styles from "./sources.module.css";

/** The write key, and example code. */
export function ConnectTab({ source }: { source: Source }) {
  const [chosen, choose] = useParam("snippet", firstSnippet(source.type));
  const snippet = SNIPPETS.find(({ key }) => key === chosen) ?? SNIPPETS[0];
  return (
    <>
      <Panel
        title="Key"
        note="Programs use the write key to send to this source. It permits nothing else."
      >
        <Facts>
          <Fact name="Write key">
            <CopyField label="Write key" value={source.writeKey} />
          </Fact>
          <Fact name="Source ID">
            <CopyField label="Source ID" value={source.id} />
          </Fact>
          <Fact name="Type">
            {source.type} <span className="muted">{typeLine(source.type)}</span>
          </Fact>
          <Fact name="Created">
            <Time at={source.createdAt} />
          </Fact>
        </Facts>
      </Panel>
      <Panel
        title="Send a first event"
        note={<Arrival source={source.id} />}
        actions={
          <fieldset className={styles.choice}>
            <legend className="visually-hidden">Language</legend>
            {SNIPPETS.map(({ key, name }) => (
              <button
                key={key}
                type="button"
                aria-pressed={key === snippet.key}
                onClick={() => choose(key)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        }
      >
        <Snippet
          label={snippet.name}
          text={snippet.write(window.location.origin, source.writeKey)}
        />
      </Panel>
    </>
  );
}
