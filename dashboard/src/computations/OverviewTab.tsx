import { Progress } from "@mantine/core";
import type { Computation } from "../api/computations";
import { percent, span } from "../parts/format";
import { Json } from "../parts/Json";
import { NumberText } from "../parts/NumberText";
import { Panel } from "../parts/Panel";
import { Stat, Stats } from "../parts/Stat";
import { Time } from "../parts/Time";
import { useNow } from "../parts/useNow";
import { DestinationList } from "./DestinationList";
import type { Kind } from "./kinds";
import { SizePanel } from "./SizePanel";
import { syncWords } from "./sync";

interface Props<D> {
  kind: Kind<D>;
  computation: Computation<D>;
}

/** The overview: size over time, definition, destinations. */
export function OverviewTab<D>({ kind, computation }: Props<D>) {
  const { Words } = kind;
  return (
    <>
      {computation.error !== undefined && (
        <Panel title="Error">
          <p role="alert" style={{ margin: 0 }}>
            {computation.error}
          </p>
        </Panel>
      )}
      {computation.status === "computing" && <ProgressPanel progress={computation.progress} />}
      <Figures kind={kind} computation={computation} />
      <SizePanel kind={kind} computation={computation} />
      <Panel title="Definition">
        <div className="stack">
          <Words definition={computation.definition} />
          <details>
            <summary>As JSON</summary>
            <Json label="Definition as JSON" value={computation.definition} />
          </details>
        </div>
      </Panel>
      <DestinationList kind={kind} ids={computation.destinations} />
    </>
  );
}

function Figures<D>({ kind, computation }: Props<D>) {
  const now = useNow(1_000);
  const { size, lastSyncAt, nextSyncAt, sync, enabled } = computation;
  const left = nextSyncAt === undefined ? 0 : Date.parse(nextSyncAt) - now.getTime();
  return (
    <Stats>
      <Stat label={kind.size}>{size === undefined ? "–" : <NumberText value={size} />}</Stat>
      <Stat label="Last sync" note={lastSyncAt && <Time at={lastSyncAt} ago />}>
        {lastSyncAt ? <Time at={lastSyncAt} /> : "–"}
      </Stat>
      <Stat label="Next sync" note={syncWords(sync)}>
        {enabled && nextSyncAt ? (left > 0 ? `in ${span(left)}` : "now") : "–"}
      </Stat>
      <Stat label="Key" note="the name for receivers">
        <code className="break">{computation.key}</code>
      </Stat>
    </Stats>
  );
}

function ProgressPanel({ progress = 0 }: { progress: number | undefined }) {
  const share = Math.floor(progress * 100) / 100;
  return (
    <Panel title="Computing" note="Evaluating all profiles.">
      <Progress value={share * 100} aria-label="Computation progress" />
      <p className="muted small" role="status" style={{ margin: "0.375rem 0 0" }}>
        {percent(share)} done
      </p>
    </Panel>
  );
}
