import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { createRegulation, listSuppressions, type Suppression } from "../api/regulations";
import { listSources } from "../api/sources";
import { useHasRole } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { useNotify } from "../parts/Notices";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";

/** Suppressed users, and buttons to lift a suppression. */
export function SuppressionsTab() {
  const [search, setSearch] = useParam("search");
  const [cursor] = useParam("cursor");
  const suppressions = useQuery({
    queryKey: ["suppressions", search, cursor],
    queryFn: ({ signal }) =>
      listSuppressions({ ...(search && { search }), ...(cursor && { cursor }) }, signal),
  });
  return (
    <>
      <div className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label="IDs that start with"
          placeholder="IDs that start with…"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <Loaded query={suppressions} what="Cannot load the suppressed users.">
        {(page) =>
          page.data.length === 0 ? (
            <EmptyState
              title={search === "" ? "No suppressed users" : "No suppressed user matches"}
            >
              <p>
                Messages of a suppressed user get the usual response and are counted, but are
                neither stored nor delivered.
              </p>
            </EmptyState>
          ) : (
            <>
              <SuppressionTable suppressions={page.data} />
              <CursorPager next={page.next} what="suppressed users" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function SuppressionTable({ suppressions }: { suppressions: Suppression[] }) {
  const permitted = useHasRole("editor");
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  const names = new Map(sources.data?.map(({ id, name }) => [id, name]));
  return (
    <TableFrame label="Suppressed users">
      <thead>
        <tr>
          <th scope="col">User ID</th>
          <th scope="col">In</th>
          <th scope="col">Since</th>
          <th scope="col">Request</th>
          {permitted && (
            <th scope="col">
              <span className="visually-hidden">Lift</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {suppressions.map((one) => (
          <tr key={`${one.sourceId} ${one.userId}`}>
            <td className="break">
              <code>{one.userId}</code>
            </td>
            <td>{one.sourceId ? (names.get(one.sourceId) ?? one.sourceId) : "all sources"}</td>
            <td>
              <Time at={one.createdAt} />
            </td>
            <td>
              <Link to={`/privacy/requests/${one.regulationId}`}>
                <code>{one.regulationId}</code>
              </Link>
            </td>
            {permitted && (
              <td className="right">
                <LiftButton suppression={one} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function LiftButton({ suppression: { userId, sourceId } }: { suppression: Suppression }) {
  const queries = useQueryClient();
  const notify = useNotify();
  return (
    <ConfirmButton
      size="xs"
      label="Lift"
      aria-label={`Lift the suppression of ${userId}`}
      title="Lift this suppression?"
      onConfirm={async () => {
        await createRegulation({
          regulationType: "UNSUPPRESS",
          subjectIds: [userId],
          ...(sourceId && { sources: [sourceId] }),
        });
        await queries.invalidateQueries({ queryKey: ["suppressions"] });
        notify(`Messages of ${userId} are accepted again.`);
      }}
    >
      <p>
        Messages of <code className="break">{userId}</code> are accepted again
        {sourceId ? " from this source" : ", from every source"}. Messages sent in the meantime are
        lost.
      </p>
    </ConfirmButton>
  );
}
