import { Link } from "react-router";
import type { RegulatedDestination, RegulatedSource, Regulation } from "../api/regulations";
import { count, words } from "../parts/format";
import { NumberText } from "../parts/NumberText";
import { Panel } from "../parts/Panel";
import { TableFrame } from "../parts/TableFrame";
import { useNames } from "../parts/useNames";
import { StatusBadge } from "./StatusBadge";

interface Props {
  request: Regulation;
  overview: RegulatedSource[];
}

/** The status of a deletion by source and destination. */
export function Overview({ request, overview }: Props) {
  const names = useNames();
  if (overview.length === 0) {
    return (
      <Panel title="Destinations">
        <p className="muted">
          {request.status === "INITIALIZED" || request.status === "RUNNING"
            ? "Searching for the sources that the users appear in."
            : "No destination is connected to the sources, so none had to be notified."}
        </p>
      </Panel>
    );
  }
  return (
    <Panel bare title="Destinations">
      <TableFrame label="Destinations">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Destination</th>
            <th scope="col">Status</th>
            <th scope="col" className="right">
              Delivered
            </th>
            <th scope="col" className="right">
              Waiting
            </th>
            <th scope="col" className="right">
              Not delivered
            </th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {overview.flatMap((source) =>
            source.destinations.length === 0
              ? [
                  <SourceRow
                    key={source.sourceId}
                    source={source}
                    names={names}
                    request={request}
                  />,
                ]
              : source.destinations.map((destination) => (
                  <DestinationRow
                    key={`${source.sourceId} ${destination.destinationId}`}
                    source={source}
                    destination={destination}
                    names={names}
                  />
                )),
          )}
        </tbody>
      </TableFrame>
    </Panel>
  );
}

interface RowProps {
  source: RegulatedSource;
  names: ReadonlyMap<string, string>;
}

function SourceRow({ source, names, request }: RowProps & { request: Regulation }) {
  return (
    <tr>
      <td className="break">{names.get(source.sourceId) ?? source.sourceId}</td>
      <td className="muted">
        {source.sent < request.subjects
          ? `${count(source.sent)} of ${count(request.subjects)} users processed`
          : "no destination to notify"}
      </td>
      <td>
        <StatusBadge status={source.status} />
      </td>
      <td colSpan={4} />
    </tr>
  );
}

function DestinationRow({
  source,
  destination,
  names,
}: RowProps & { destination: RegulatedDestination }) {
  const missed = destination.failed + destination.cancelled + destination.expired;
  return (
    <tr>
      <td className="break">{names.get(source.sourceId) ?? source.sourceId}</td>
      <td className="break">
        <Link to={`/destinations/${destination.destinationId}`}>
          {names.get(destination.destinationId) ?? destination.destinationId}
        </Link>
      </td>
      <td>
        <StatusBadge status={destination.status} />
      </td>
      <td className="right">
        <NumberText value={destination.delivered} />
      </td>
      <td className="right">
        <NumberText value={destination.waiting} />
      </td>
      <td className="right">
        <NumberText value={missed} />
      </td>
      <td className="break">{reasonOf(destination)}</td>
    </tr>
  );
}

function reasonOf({ failed, cancelled, expired, reason }: RegulatedDestination): string {
  return [
    failed > 0 || reason ? words(reason ?? "failed") : "",
    cancelled > 0 ? "destination was disabled" : "",
    expired > 0 ? "no longer in the log" : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
