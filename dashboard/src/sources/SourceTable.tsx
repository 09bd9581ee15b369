import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Source } from "../api/sources";
import { readUsage } from "../api/usage";
import { NumberText } from "../parts/NumberText";
import { Since } from "../parts/Since";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { dayOf } from "../usage/days";
import { type Volume, volumes } from "./volume";

const DAYS = 7;
const DAY_MILLIS = 86_400_000;

/** Sources with their calls of the last days. */
export function SourceTable({ sources }: { sources: Source[] }) {
  const today = dayOf(new Date());
  const from = dayOf(new Date(Date.now() - (DAYS - 1) * DAY_MILLIS));
  const usage = useQuery({
    queryKey: ["usage", from, today, ""],
    queryFn: ({ signal }) => readUsage({ from, to: today }, signal),
    refetchInterval: 60_000,
  });
  const known = usage.data && volumes(usage.data.rows);
  return (
    <>
      <TableFrame label="Sources">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">State</th>
            <th scope="col" className="right">
              Calls, {DAYS} days
            </th>
            <th scope="col">Last seen</th>
            <th scope="col">ID</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span className="visually-hidden">Live</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.id}>
              <td className="break">
                <Link to={`/sources/${source.id}`}>{source.name}</Link>
              </td>
              <td>{source.type}</td>
              <td>
                <StateBadge state={source.enabled ? "enabled" : "disabled"} />
              </td>
              <VolumeCells known={known} id={source.id} today={today} />
              <td>
                <code>{source.id}</code>
              </td>
              <td>
                <Time at={source.createdAt} />
              </td>
              <td className="right">
                <Link to={`/sources/${source.id}/live`} aria-label={`Live calls of ${source.name}`}>
                  Live
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {usage.data && (
        <p className="muted small">
          <Since at={usage.data.since} />
        </p>
      )}
    </>
  );
}

interface CellProps {
  /** Undefined while unknown. */
  known: ReadonlyMap<string, Volume> | undefined;
  id: string;
  today: string;
}

function VolumeCells({ known, id, today }: CellProps) {
  const volume = known?.get(id);
  if (known === undefined || volume === undefined) {
    return (
      <>
        <td className="right number">{known ? 0 : "–"}</td>
        <td className="nowrap muted">{known ? `not in ${DAYS} days` : "–"}</td>
      </>
    );
  }
  return (
    <>
      <td className="right">
        <NumberText value={volume.calls} short />
      </td>
      <td className="nowrap">{volume.lastDay === today ? "today" : volume.lastDay}</td>
    </>
  );
}
