import { Navigate, Route, Routes } from "react-router";
import { useHasRole } from "../app/session";
import { LinkTabs } from "../parts/LinkTabs";
import { Screen } from "../parts/Screen";
import { AuditTab } from "./AuditTab";
import { NotificationsTab } from "./NotificationsTab";
import { TokensTab } from "./TokensTab";
import { WorkspaceTab } from "./WorkspaceTab";

/** The settings of the installation. */
export function SettingsScreen() {
  const admin = useHasRole("admin");
  const editor = useHasRole("editor");
  const tabs = [
    ...(admin ? [{ to: "/settings/tokens", name: "Tokens" }] : []),
    { to: "/settings/workspace", name: "Workspace" },
    { to: "/settings/notifications", name: "Notifications" },
    ...(editor ? [{ to: "/settings/audit", name: "Audit" }] : []),
  ];
  return (
    <Screen title="Settings">
      <LinkTabs label="Settings" tabs={tabs} />
      <Routes>
        <Route index element={<Navigate to={admin ? "tokens" : "workspace"} replace />} />
        <Route path="tokens" element={<TokensTab />} />
        <Route path="workspace" element={<WorkspaceTab />} />
        <Route path="notifications" element={<NotificationsTab />} />
        <Route path="audit" element={<AuditTab />} />
      </Routes>
    </Screen>
  );
}
