import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, Navigate, Route, Routes } from "react-router";
import { useHasRole } from "../app/session";
import { LinkTabs } from "../parts/LinkTabs";
import { Screen } from "../parts/Screen";
import { NewRequestScreen } from "./NewRequestScreen";
import { RequestScreen } from "./RequestScreen";
import { RequestsTab } from "./RequestsTab";
import { SuppressionsTab } from "./SuppressionsTab";

/** Deletion and suppression requests, and suppressed users. */
export function PrivacyScreen() {
  return (
    <Routes>
      <Route index element={<Navigate to="requests" replace />} />
      <Route path="requests" element={<Lists tab={<RequestsTab />} />} />
      <Route path="suppressions" element={<Lists tab={<SuppressionsTab />} />} />
      <Route path="new" element={<NewRequestScreen />} />
      <Route path="requests/:id" element={<RequestScreen />} />
    </Routes>
  );
}

function Lists({ tab }: { tab: ReactNode }) {
  const permitted = useHasRole("editor");
  const create = (
    <Button component={Link} to="/privacy/new">
      New request
    </Button>
  );
  return (
    <Screen title="Privacy" actions={permitted && create}>
      <LinkTabs
        label="Privacy"
        tabs={[
          { to: "/privacy/requests", name: "Requests" },
          { to: "/privacy/suppressions", name: "Suppressed users" },
        ]}
      />
      {tab}
    </Screen>
  );
}
