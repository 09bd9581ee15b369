import { Link } from "react-router";
import type { Source } from "../api/sources";
import { CopyField } from "../parts/CopyField";
import { Fact, Facts } from "../parts/Facts";
import { Panel } from "../parts/Panel";
import { Snippet } from "../parts/Snippet";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import { typeLine } from "./SourceTypeChoice";
import { SNIPPETS } from "./snippets";
import styles from "./sources.module.css";

/** The write key, and example code. */
export function ConnectTab({ source }: { source: Source }) {
  const [chosen, choose] = useParam("snippet", "curl");
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
        note={
          <>
            Then <Link to={`/sources/${source.id}/live`}>watch it arrive</Link>.
          </>
        }
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
