import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listSources, type Source } from "../api/sources";
import { useHasRole } from "../app/session";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { Pager } from "../parts/Pager";
import { pageOf } from "../parts/paging";
import { Screen } from "../parts/Screen";
import { matches } from "../parts/search";
import { useParam } from "../parts/useParam";
import { SourceTable } from "./SourceTable";

/** The list of sources. */
export function SourcesScreen() {
  const permitted = useHasRole("editor");
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  const create = permitted && (
    <Button component={Link} to="/sources/new">
      Create source
    </Button>
  );
  return (
    <Screen title="Sources" actions={create}>
      <Loaded query={sources} what="Cannot load the sources.">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No sources" action={create}>
              <p>
                A source is a website, an app or a server that sends events. Its write key permits
                sending, and nothing else.
              </p>
            </EmptyState>
          ) : (
            <SourceList sources={all} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function SourceList({ sources }: { sources: Source[] }) {
  const [search, setSearch] = useParam("search");
  const [page, setPage] = useParam("page", "1");
  const found = sources.filter(({ name, id, writeKey }) => matches(search, name, id, writeKey));
  const shown = pageOf(found, Number(page));
  return (
    <>
      <div className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label="Search sources"
          placeholder="Search by name, ID or write key"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title="No source matches">
          <p>Change the search text.</p>
        </EmptyState>
      ) : (
        <SourceTable sources={shown.items} />
      )}
      <Pager
        page={shown.page}
        pages={shown.pages}
        total={found.length}
        what="sources"
        onPage={(next) => setPage(String(next))}
      />
    </>
  );
}
