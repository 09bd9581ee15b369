import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { Link } from "react-router";
import { type Destination, listDestinations } from "../api/destinations";
import { useHasRole } from "../app/session";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { Pager } from "../parts/Pager";
import { pageOf } from "../parts/paging";
import { Screen } from "../parts/Screen";
import { DESTINATION_STATES } from "../parts/states";
import { useParam } from "../parts/useParam";
import { DestinationTable } from "./DestinationTable";
import { matching } from "./search";

/** Longer lists are refreshed less often. */
const MANY = 2_000;

/** The list of destinations. */
export function DestinationsScreen() {
  const permitted = useHasRole("editor");
  const destinations = useQuery({
    queryKey: ["destinations"],
    queryFn: ({ signal }) => listDestinations(signal),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > MANY ? 60_000 : 10_000),
  });
  const create = permitted && (
    <Button component={Link} to="/destinations/new">
      Create destination
    </Button>
  );
  return (
    <Screen title="Destinations" actions={create}>
      <Loaded query={destinations} what="Cannot load the destinations.">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No destinations" action={create}>
              <p>
                A destination has one to five webhook URLs. It receives each message of its
                connected sources as a signed POST. Failed deliveries are retried for hours and can
                be replayed.
              </p>
            </EmptyState>
          ) : (
            <DestinationList destinations={all} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function DestinationList({ destinations }: { destinations: Destination[] }) {
  const [search, setSearch] = useParam("search");
  const [state, setState] = useParam("state");
  const [page, setPage] = useParam("page", "1");
  const wanted = useDeferredValue(search);
  const found = useMemo(() => matching(destinations, wanted, state), [destinations, wanted, state]);
  const shown = pageOf(found, Number(page));
  return (
    <>
      <div className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label="Search destinations"
          placeholder="Search by name, URL or ID"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="State"
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
          data={[{ value: "", label: "All states" }, ...Object.keys(DESTINATION_STATES)]}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title="No destination matches">
          <p>Change the search text or the state.</p>
        </EmptyState>
      ) : (
        <DestinationTable destinations={shown.items} />
      )}
      <Pager
        page={shown.page}
        pages={shown.pages}
        total={found.length}
        what="destinations"
        onPage={(next) => setPage(String(next))}
      />
    </>
  );
}
