import { Link } from "react-router";
import type { Destination } from "../api/destinations";
import { words } from "../parts/format";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";

export function DestinationTable({ destinations }: { destinations: Destination[] }) {
  return (
    <TableFrame label="Destinations">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col">URL</th>
          <th scope="col" className="right">
            Sources
          </th>
          <th scope="col">Last delivery</th>
          <th scope="col">Last error</th>
        </tr>
      </thead>
      <tbody>
        {destinations.map((destination) => (
          <Row key={destination.id} destination={destination} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function Row({ destination }: { destination: Destination }) {
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
