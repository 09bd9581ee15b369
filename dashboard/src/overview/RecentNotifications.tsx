import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listNotifications } from "../api/notifications";
import { NotificationTable } from "../parts/NotificationTable";
import { Panel } from "../parts/Panel";

/** The newest notifications; hidden while there are none. */
export function RecentNotifications() {
  const notifications = useQuery({
    queryKey: ["notifications", "newest"],
    queryFn: ({ signal }) => listNotifications({ limit: 5 }, signal),
    refetchInterval: 15_000,
  });
  const newest = notifications.data?.data ?? [];
  if (newest.length === 0) {
    return null;
  }
  return (
    <Panel
      bare
      title="Notifications"
      actions={<Link to="/settings/notifications">All notifications</Link>}
    >
      <NotificationTable notifications={newest} />
    </Panel>
  );
}
