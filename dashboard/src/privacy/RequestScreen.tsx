import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isMissing } from "../api/client";
import { type Regulation, readRegulation } from "../api/regulations";
import { CopyButton } from "../parts/CopyButton";
import { EmptyState } from "../parts/EmptyState";
import { Fact, Facts } from "../parts/Facts";
import { count } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { Panel } from "../parts/Panel";
import { Screen } from "../parts/Screen";
import { Time } from "../parts/Time";
import { deletes } from "./ids";
import { Overview } from "./Overview";
import { StatusBadge } from "./StatusBadge";
import { kindName } from "./wording";

/** The number of IDs shown; a button copies all. */
const SHOWN_IDS = 100;

const isOver = ({ status }: Regulation) => status !== "INITIALIZED" && status !== "RUNNING";

/** A request and its status for each source and destination. */
export function RequestScreen() {
  const { id = "" } = useParams();
  const request = useQuery({
    queryKey: ["regulations", "one", id],
    queryFn: ({ signal }) => readRegulation(id, signal),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1_000),
  });
  const up = { to: "/privacy/requests", name: "Privacy" };
  if (isMissing(request.error)) {
    return (
      <Screen title="No such request" up={up}>
        <EmptyState title="No request has this ID" />
      </Screen>
    );
  }
  return (
    <Screen
      title={request.data ? kindName(request.data.regulationType) : "Request"}
      up={up}
      beside={request.data && <StatusBadge status={request.data.status} />}
    >
      <Loaded query={request} what="Cannot load the request.">
        {(data) => (
          <div className="stack">
            <About request={data} />
            {data.overview && <Overview request={data} overview={data.overview} />}
            <Users request={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function About({ request }: { request: Regulation }) {
  const samplesAt = request.samplesErasedAt ?? request.samplesDueBy;
  return (
    <Panel title="Request">
      <Facts>
        <Fact name="Id">
          <code>{request.id}</code>
        </Fact>
        <Fact name="Users">{count(request.subjects)}</Fact>
        <Fact name="Made">
          <Time at={request.createdAt} />
        </Fact>
        <Fact name="By">{request.createdBy.name}</Fact>
        {request.endedAt && (
          <Fact name="Over">
            <Time at={request.endedAt} />
          </Fact>
        )}
        <Fact name="Sources">{sources(request)}</Fact>
        {request.suppressed !== undefined && (
          <Fact name="Newly suppressed">{count(request.suppressed)}</Fact>
        )}
        {request.lifted !== undefined && <Fact name="Lifted">{count(request.lifted)}</Fact>}
        {request.hideNow !== undefined && (
          <Fact name="Earlier messages">
            {request.hideNow ? "hidden immediately" : "shown until they expire"}
          </Fact>
        )}
        {request.logKeptUntil && (
          <Fact name="In the log until">
            <Time at={request.logKeptUntil} />
          </Fact>
        )}
        {samplesAt && (
          <Fact name="Samples and rejected bodies">
            {request.samplesErasedAt ? "erased at " : "due by "}
            <Time at={samplesAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function sources({ sources: named, regulationType }: Regulation): string {
  if (named) {
    return named.length === 1 ? "1 named" : `${named.length} named`;
  }
  return deletes(regulationType) ? "those in which the users were seen" : "all";
}

function Users({ request }: { request: Regulation }) {
  const ids = request.subjectIds;
  if (ids === undefined) {
    return null;
  }
  return (
    <Panel title="Users" actions={<CopyButton text={ids.join("\n")} label="Copy IDs" />}>
      <ul className="break small">
        {ids.slice(0, SHOWN_IDS).map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_IDS && (
        <p className="muted small">and {count(ids.length - SHOWN_IDS)} more</p>
      )}
    </Panel>
  );
}
