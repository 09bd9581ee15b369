import { Link } from "react-router";
import type { Notification } from "../api/notifications";
import { StateBadge } from "./StateBadge";
import { TableFrame } from "./TableFrame";
import { Time } from "./Time";

const SENT = { sent: "sent", waiting: "being sent", failed: "not sent", off: "no URL set" };

const STATES: Record<string, string> = {
  "destination.failing": "failing",
  "destination.still_failing": "failing",
  "destination.recovered": "healthy",
};

export function NotificationTable({ notifications }: { notifications: Notification[] }) {
  return (
    <TableFrame label="Notifications">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">What</th>
          <th scope="col">Destination</th>
          <th scope="col">Message</th>
          <th scope="col">Your webhook</th>
        </tr>
      </thead>
      <tbody>
        {notifications.map((entry) => (
          <tr key={entry.id}>
            <td>
              <Time at={entry.at} />
            </td>
            <td>
              <StateBadge state={STATES[entry.kind] ?? "degraded"}>
                {entry.kind.replace("destination.", "").replaceAll("_", " ")}
              </StateBadge>
            </td>
            <td>
              {entry.destinationId && (
                <Link to={`/destinations/${entry.destinationId}`}>
                  {entry.destinationName ?? entry.destinationId}
                </Link>
              )}
            </td>
            <td className="break">{entry.message}</td>
            <td className="nowrap muted">{SENT[entry.sent] ?? entry.sent}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
