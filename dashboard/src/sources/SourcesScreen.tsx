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
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";

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
  const wanted = search.trim().toLowerCase();
  const found = sources.filter(
    (source) => source.name.toLowerCase().includes(wanted) || source.id === wanted,
  );
  const shown = pageOf(found, Number(page));
  return (
    <>
      <div className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label="Search sources"
          placeholder="Search by name or ID"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <TableFrame label="Sources">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">State</th>
            <th scope="col">Id</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span className="visually-hidden">Live</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.items.map((source) => (
            <tr key={source.id}>
              <td className="break">
                <Link to={`/sources/${source.id}`}>{source.name}</Link>
              </td>
              <td>{source.type}</td>
              <td>
                <StateBadge state={source.enabled ? "enabled" : "disabled"} />
              </td>
              <td>
                <code>{source.id}</code>
              </td>
              <td>
                <Time at={source.createdAt} />
              </td>
              <td className="right">
                <Link to={`/sources/${source.id}/live`} aria-label={`Live calls of ${source.name}`}>
                  Live
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
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
