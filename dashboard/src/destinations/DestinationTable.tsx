import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Destination, destinationVolumes } from "../api/destinations";
import { words } from "../parts/format";
import { NumberText } from "../parts/NumberText";
import { Since } from "../parts/Since";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";

export function DestinationTable({ destinations }: { destinations: Destination[] }) {
  const volumes = useQuery({
    queryKey: ["destination-volumes"],
    queryFn: ({ signal }) => destinationVolumes(signal),
    refetchInterval: 60_000,
  });
  const delivered = new Map(
    volumes.data?.data.map((one) => [one.destinationId, one.delivered] as const),
  );
  return (
    <>
      <TableFrame label="Destinations">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">URL</th>
            <th scope="col" className="right">
              Sources
            </th>
            <th scope="col" className="right">
              Delivered, 24 h
              {volumes.data && (
                <div className="muted small">
                  since <Time at={volumes.data.from} />
                </div>
              )}
            </th>
            <th scope="col">Last delivery</th>
            <th scope="col">Last error</th>
          </tr>
        </thead>
        <tbody>
          {destinations.map((destination) => (
            <Row
              key={destination.id}
              destination={destination}
              delivered={volumes.data && (delivered.get(destination.id) ?? 0)}
            />
          ))}
        </tbody>
      </TableFrame>
      {volumes.data && (
        <p className="muted small">
          <Since at={volumes.data.since} />
        </p>
      )}
    </>
  );
}

interface RowProps {
  destination: Destination;
  /** Undefined while unknown. */
  delivered: number | undefined;
}

function Row({ destination, delivered }: RowProps) {
  const { webhooks } = destination.settings;
  const error = destination.lastError;
  return (
    <tr>
      <td className="break">
        <Link to={`/destinations/${destination.id}`}>{destination.name}</Link>
      </td>
      <td>
        <StateBadge state={destination.state} />
      </td>
      <td>
        <span className="cut" title={webhooks.map(({ url }) => url).join("\n")}>
          {webhooks[0]?.url}
        </span>
        {webhooks.length > 1 && <span className="muted small">and {webhooks.length - 1} more</span>}
      </td>
      <td className="right number">{destination.sources.length}</td>
      <td className="right">
        {delivered === undefined ? "–" : <NumberText value={delivered} short />}
      </td>
      <td className="nowrap">
        {destination.lastDeliveredAt ? (
          <Time at={destination.lastDeliveredAt} ago />
        ) : (
          <span className="muted">none</span>
        )}
      </td>
      <td className="nowrap">
        {error ? (
          <span title={error.message}>
            {error.status ? `HTTP ${error.status}` : words(error.reason)},{" "}
            <span className="muted">
              <Time at={error.at} ago />
            </span>
          </span>
        ) : (
          <span className="muted">none</span>
        )}
      </td>
    </tr>
  );
}
