import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Route, Routes, useSearchParams } from "react-router";
import { isMissing } from "../api/client";
import { readProfile } from "../api/profiles";
import { EmptyState } from "../parts/EmptyState";
import { LinkTabs } from "../parts/LinkTabs";
import { Loaded } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { EventsTab } from "./EventsTab";
import { HistoryTab } from "./HistoryTab";
import { personPath } from "./PersonLink";
import { ProfileTab } from "./ProfileTab";

const UP = { to: "/profiles", name: "Profiles" };

/** A person: profile, events, and audience history. */
export function ProfileScreen() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  const profile = useQuery({
    queryKey: ["profiles", id],
    queryFn: ({ signal }) => readProfile(id, signal),
    placeholderData: undefined,
    refetchInterval: 5_000,
    enabled: id !== "",
  });
  if (id === "") {
    return <Navigate to="/profiles" replace />;
  }
  if (isMissing(profile.error)) {
    return <Unknown id={id} />;
  }
  return (
    <Screen
      title={profile.data?.userId ?? id}
      up={UP}
      actions={
        <Button
          component={Link}
          variant="default"
          to={`/messages?userId=${encodeURIComponent(id)}`}
        >
          Messages
        </Button>
      }
    >
      <LinkTabs
        label="Profile"
        tabs={[
          { to: personPath(id), name: "Profile", end: true },
          { to: personPath(id, "events"), name: "Events" },
          { to: personPath(id, "history"), name: "Audience history" },
        ]}
      />
      <Loaded query={profile} what="Cannot load the profile.">
        {(data) => (
          <Routes key={id}>
            <Route index element={<ProfileTab profile={data} id={id} />} />
            <Route path="events" element={<EventsTab userId={id} />} />
            <Route path="history" element={<HistoryTab userId={id} />} />
          </Routes>
        )}
      </Loaded>
    </Screen>
  );
}

function Unknown({ id }: { id: string }) {
  return (
    <Screen title="No such profile" up={UP}>
      <EmptyState title={`No profile has the user ID ${id}`}>
        <p>
          Check the spelling; IDs are case-sensitive. The first call with a user ID creates its
          profile.{" "}
          <Link to={`/messages?userId=${encodeURIComponent(id)}`}>
            Search for messages with this ID.
          </Link>
        </p>
      </EmptyState>
    </Screen>
  );
}
