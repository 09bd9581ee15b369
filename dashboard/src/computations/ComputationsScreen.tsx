import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Computation, STATUSES } from "../api/computations";
import { useHasRole } from "../app/session";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { Pager } from "../parts/Pager";
import { pageOf } from "../parts/paging";
import { Screen } from "../parts/Screen";
import { matches } from "../parts/search";
import { useParam } from "../parts/useParam";
import { ComputationTable } from "./ComputationTable";
import type { Kind } from "./kinds";

/** All audiences, or all computed traits. */
export function ComputationsScreen<D>({ kind }: { kind: Kind<D> }) {
  const permitted = useHasRole("editor");
  const all = useQuery({
    queryKey: [kind.place],
    queryFn: ({ signal }) => kind.api.list(signal),
    refetchInterval: 5_000,
  });
  const create = permitted && (
    <Button component={Link} to={`/${kind.place}/new`}>
      {kind.create}
    </Button>
  );
  return (
    <Screen title={kind.title} actions={create}>
      <Loaded query={all} what={`Cannot load the ${kind.many}.`}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState title={`No ${kind.many}`} action={create}>
              <p>{kind.is}</p>
              <p>
                It also covers past events and traits of existing{" "}
                <Link to="/profiles">profiles</Link>.
              </p>
            </EmptyState>
          ) : (
            <List kind={kind} all={known} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function List<D>({ kind, all }: { kind: Kind<D>; all: Computation<D>[] }) {
  const [search, setSearch] = useParam("search");
  const [status, setStatus] = useParam("status");
  const [page, setPage] = useParam("page", "1");
  const found = all.filter(
    (one) => (status === "" || one.status === status) && matches(search, one.name, one.key, one.id),
  );
  const shown = pageOf(found, Number(page));
  return (
    <>
      <div className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label={`Search ${kind.many}`}
          placeholder="Search by name, key or ID"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="Status"
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
          data={[{ value: "", label: "All statuses" }, ...STATUSES]}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title={`No ${kind.one} matches`}>
          <p>Change the search text or the status.</p>
        </EmptyState>
      ) : (
        <ComputationTable kind={kind} computations={shown.items} />
      )}
      <Pager
        page={shown.page}
        pages={shown.pages}
        total={found.length}
        what={kind.many}
        onPage={(next) => setPage(String(next))}
      />
    </>
  );
}
