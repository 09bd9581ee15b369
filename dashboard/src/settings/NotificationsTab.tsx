import { useQuery } from "@tanstack/react-query";
import { listNotifications } from "../api/notifications";
import { readWorkspace } from "../api/workspace";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { NotificationTable } from "../parts/NotificationTable";
import { Panel } from "../parts/Panel";
import { useParam } from "../parts/useParam";
import { NotificationForm } from "./NotificationForm";

/** The notification settings and past notifications. */
export function NotificationsTab() {
  const [cursor] = useParam("cursor");
  const workspace = useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => readWorkspace(signal),
  });
  const notifications = useQuery({
    queryKey: ["notifications", cursor],
    queryFn: ({ signal }) => listNotifications({ limit: 50, ...(cursor && { cursor }) }, signal),
    refetchInterval: 10_000,
  });
  return (
    <>
      <div className="narrow">
        <Loaded query={workspace} what="Cannot load the settings.">
          {(data) => <NotificationForm workspace={data} />}
        </Loaded>
      </div>
      <Panel bare title="History">
        <Loaded query={notifications} what="Cannot load the notifications.">
          {(page) =>
            page.data.length === 0 ? (
              <EmptyState title="No notifications">
                <p>
                  This list shows when a destination starts to fail, keeps failing or recovers. Your
                  webhook receives the same notifications.
                </p>
              </EmptyState>
            ) : (
              <>
                <NotificationTable notifications={page.data} />
                <CursorPager next={page.next} what="notifications" />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}
