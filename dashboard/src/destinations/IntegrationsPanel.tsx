import type { Destination } from "../api/destinations";
import { CopyField } from "../parts/CopyField";
import { Panel } from "../parts/Panel";

/** The words that choose this destination in the `integrations` object of a call. */
export function IntegrationsPanel({ destination }: { destination: Destination }) {
  const only = (word: string) => JSON.stringify({ All: false, [word]: true });
  return (
    <Panel title="Choose it in a call">
      <div className="stack">
        <p style={{ margin: 0 }}>
          The <code>integrations</code> object of a call takes the name or the ID of this
          destination. With these, the call goes only here; with <code>false</code> instead of{" "}
          <code>true</code>, not here.
        </p>
        <CopyField label="Integrations by name" value={only(destination.name)} />
        <CopyField label="Integrations by ID" value={only(destination.id)} />
      </div>
    </Panel>
  );
}
