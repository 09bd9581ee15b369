import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Computation } from "../api/computations";
import { listDestinations } from "../api/destinations";
import { percent } from "../parts/format";
import { NumberText } from "../parts/NumberText";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import type { Kind } from "./kinds";
import { syncWords } from "./sync";

interface Props<D> {
  kind: Kind<D>;
  computations: Computation<D>[];
}

export function ComputationTable<D>({ kind, computations }: Props<D>) {
  const destinations = useQuery({
    queryKey: ["destinations"],
    queryFn: ({ signal }) => listDestinations(signal),
  });
  const names = new Map(destinations.data?.map(({ id, name }) => [id, name]));
  return (
    <TableFrame label={kind.title}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col" className="right">
            {kind.size}
          </th>
          <th scope="col">Status</th>
          <th scope="col">Sync</th>
          <th scope="col">Last sync</th>
          <th scope="col">Destinations</th>
        </tr>
      </thead>
      <tbody>
        {computations.map((one) => (
          <tr key={one.id}>
            <td className="break">
              <Link to={`/${kind.place}/${one.id}`}>{one.name}</Link>
            </td>
            <td className="break">
              <code>{one.key}</code>
            </td>
            <td className="right">
              {one.size === undefined ? "–" : <NumberText value={one.size} />}
            </td>
            <td>
              <StateBadge state={one.status}>{statusWords(one)}</StateBadge>
            </td>
            <td className="nowrap">{syncWords(one.sync)}</td>
            <td className="nowrap">{one.lastSyncAt ? <Time at={one.lastSyncAt} ago /> : "–"}</td>
            <td>
              <DestinationNames ids={one.destinations} names={names} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** The status as text, with the progress while computing. */
export function statusWords({ status, progress }: Computation<unknown>): string {
  return status === "computing" && progress !== undefined
    ? `computing, ${percent(Math.floor(progress * 100) / 100)}`
    : status;
}

function DestinationNames({ ids, names }: { ids: string[]; names: ReadonlyMap<string, string> }) {
  if (ids.length === 0) {
    return <span className="muted">none</span>;
  }
  const all = ids.map((id) => names.get(id) ?? id);
  return (
    <span className="cut" title={all.join("\n")}>
      {all.join(", ")}
    </span>
  );
}
