import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { listRecentProfiles, type RecentProfile } from "../api/profiles";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { Panel } from "../parts/Panel";
import { Screen } from "../parts/Screen";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { PersonLink, personPath } from "./PersonLink";

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
      <Loaded query={recent} what="Cannot load the profiles.">
        {({ data }) => (data.length === 0 ? <Nobody /> : <Recent people={data} />)}
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
          label="User id"
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

function Nobody() {
  return (
    <EmptyState title="No profiles">
      <p>
        A profile is made of the first call that has a user id: identify calls bring traits, and
        track, page and screen calls bring events. Send one, and the person shows here a moment
        later. <Link to="/sources">Sources</Link> have the code to paste.
      </p>
    </EmptyState>
  );
}

function Recent({ people }: { people: RecentProfile[] }) {
  return (
    <Panel bare title="Recently seen">
      <TableFrame label="Recently seen people">
        <thead>
          <tr>
            <th scope="col">User id</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ userId, lastSeenAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may all be hidden, and rows hold no state
            <tr key={`${userId} ${index}`}>
              <td className="break">
                <PersonLink userId={userId} />
              </td>
              <td>
                <Time at={lastSeenAt} ago />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Panel>
  );
}
