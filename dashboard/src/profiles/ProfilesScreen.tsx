import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { listRecentProfiles } from "../api/profiles";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { PeopleTable } from "./PeopleTable";
import { personPath } from "./PersonLink";
import { TraitSearch } from "./TraitSearch";

const SHOWN = 50;

/** Profiles: search, and recently seen people. */
export function ProfilesScreen() {
  const recent = useQuery({
    queryKey: ["profiles"],
    queryFn: ({ signal }) => listRecentProfiles(SHOWN, signal),
    refetchInterval: 5_000,
  });
  return (
    <Screen title="Profiles">
      <FindForm />
      <TraitSearch />
      <Loaded query={recent} what="Cannot load the profiles.">
        {({ data }) =>
          data.length === 0 ? <NoProfiles /> : <PeopleTable title="Recently seen" people={data} />
        }
      </Loaded>
    </Screen>
  );
}

function FindForm() {
  const [userId, setUserId] = useState("");
  const navigate = useNavigate();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (userId.trim() !== "") {
      navigate(personPath(userId.trim()));
    }
  }

  return (
    <search>
      <form className="bar" onSubmit={submit}>
        <TextInput
          className="grow"
          label="User ID"
          description="Exactly as your programs send it."
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <Button type="submit" disabled={userId.trim() === ""}>
          Find
        </Button>
      </form>
    </search>
  );
}

function NoProfiles() {
  return (
    <EmptyState title="No profiles">
      <p>
        The first call with a user ID creates a profile. Identify calls add traits; track, page and
        screen calls add events. Profiles appear shortly after a call. See a{" "}
        <Link to="/sources">source</Link> for example code.
      </p>
    </EmptyState>
  );
}
