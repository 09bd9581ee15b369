import { useQuery } from "@tanstack/react-query";
import { Route, Routes, useParams } from "react-router";
import { isMissing } from "../api/client";
import { readSource } from "../api/sources";
import { EmptyState } from "../parts/EmptyState";
import { LinkTabs } from "../parts/LinkTabs";
import { Loaded } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { StateBadge } from "../parts/StateBadge";
import { ConnectTab } from "./ConnectTab";
import { LiveTab } from "./LiveTab";
import { RejectedCalls } from "./RejectedCalls";
import { SchemaTab } from "./SchemaTab";
import { SourceSettingsTab } from "./SourceSettingsTab";

/** One source: example code, live view, schema and settings. */
export function SourceScreen() {
  const { id = "" } = useParams();
  const source = useQuery({
    queryKey: ["sources", id],
    queryFn: ({ signal }) => readSource(id, signal),
    placeholderData: undefined,
  });
  const up = { to: "/sources", name: "Sources" };
  if (isMissing(source.error)) {
    return (
      <Screen title="No such source" up={up}>
        <EmptyState title="No source has this ID">
          <p>It may have been deleted.</p>
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen
      title={source.data?.name ?? "Source"}
      up={up}
      beside={source.data && <StateBadge state={source.data.enabled ? "enabled" : "disabled"} />}
    >
      <LinkTabs
        label="Source"
        tabs={[
          { to: `/sources/${id}`, name: "Connect", end: true },
          { to: `/sources/${id}/live`, name: "Live" },
          { to: `/sources/${id}/rejected`, name: "Rejected" },
          { to: `/sources/${id}/schema`, name: "Schema" },
          { to: `/sources/${id}/settings`, name: "Settings" },
        ]}
      />
      <Loaded query={source} what="Cannot load the source.">
        {(data) => (
          <Routes key={data.id}>
            <Route index element={<ConnectTab source={data} />} />
            <Route path="live" element={<LiveTab source={data} />} />
            <Route path="rejected" element={<RejectedCalls source={data.id} />} />
            <Route path="schema" element={<SchemaTab source={data} />} />
            <Route path="settings" element={<SourceSettingsTab source={data} />} />
          </Routes>
        )}
      </Loaded>
    </Screen>
  );
}
