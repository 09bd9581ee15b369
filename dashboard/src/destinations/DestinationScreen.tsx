import { useQuery } from "@tanstack/react-query";
import { Route, Routes, useParams } from "react-router";
import { isMissing } from "../api/client";
import { readDestination } from "../api/destinations";
import { EmptyState } from "../parts/EmptyState";
import { LinkTabs } from "../parts/LinkTabs";
import { Loaded } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { StateBadge } from "../parts/StateBadge";
import { AttemptsTab } from "./AttemptsTab";
import { DestinationSettingsTab } from "./DestinationSettingsTab";
import { FailedTab } from "./FailedTab";
import { FiltersTab } from "./FiltersTab";
import { HealthTab } from "./HealthTab";
import { PauseButtons } from "./PauseButtons";
import { TestTab } from "./TestTab";
import { TryNowButton } from "./TryNowButton";

/** One destination: health, deliveries and settings. */
export function DestinationScreen() {
  const { id = "" } = useParams();
  const destination = useQuery({
    queryKey: ["destinations", id],
    queryFn: ({ signal }) => readDestination(id, signal),
    placeholderData: undefined,
    refetchInterval: 5_000,
  });
  const up = { to: "/destinations", name: "Destinations" };
  if (isMissing(destination.error)) {
    return (
      <Screen title="No such destination" up={up}>
        <EmptyState title="No destination has this ID">
          <p>It may have been deleted.</p>
        </EmptyState>
      </Screen>
    );
  }
  const at = `/destinations/${id}`;
  return (
    <Screen
      title={destination.data?.name ?? "Destination"}
      up={up}
      beside={destination.data && <StateBadge state={destination.data.state} />}
      actions={
        destination.data && (
          <>
            <TryNowButton destination={destination.data} />
            <PauseButtons destination={destination.data} />
          </>
        )
      }
    >
      <LinkTabs
        label="Destination"
        tabs={[
          { to: at, name: "Health", end: true },
          { to: `${at}/attempts`, name: "Attempts" },
          { to: `${at}/failed`, name: "Failed" },
          { to: `${at}/filters`, name: "Filters" },
          { to: `${at}/test`, name: "Test" },
          { to: `${at}/settings`, name: "Settings" },
        ]}
      />
      <Loaded query={destination} what="Cannot load the destination.">
        {(data) => (
          <Routes key={data.id}>
            <Route index element={<HealthTab destination={data} />} />
            <Route path="attempts" element={<AttemptsTab destination={data} />} />
            <Route path="failed" element={<FailedTab destination={data} />} />
            <Route path="filters" element={<FiltersTab destination={data} />} />
            <Route path="test" element={<TestTab destination={data} />} />
            <Route path="settings" element={<DestinationSettingsTab destination={data} />} />
          </Routes>
        )}
      </Loaded>
    </Screen>
  );
}
