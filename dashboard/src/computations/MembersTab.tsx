import { TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Computation } from "../api/computations";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { ExportButtons } from "../parts/ExportButtons";
import { Loaded } from "../parts/Loading";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import { PersonLink } from "../profiles/PersonLink";
import { ShortValue } from "../profiles/ShortValue";
import type { Kind } from "./kinds";

interface Props<D> {
  kind: Kind<D>;
  computation: Computation<D>;
}

/** The members of an audience, or the people with a value. */
export function MembersTab<D>({ kind, computation }: Props<D>) {
  const [cursor] = useParam("cursor");
  const [search, setSearch] = useParam("search");
  const members = useQuery({
    queryKey: ["members", computation.id, cursor, search],
    queryFn: ({ signal }) =>
      kind.api.members(
        computation.id,
        { cursor: cursor || undefined, search: search || undefined },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <>
      <search className="bar">
        <TextInput
          className="grow"
          label="User ID starts with"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ExportButtons list={kind.api.membersOf(computation.id)} file={computation.key} />
      </search>
      <Loaded query={members} what="Cannot load the people.">
        {(page) =>
          page.data.length === 0 ? (
            <EmptyState title={kind.valued ? "No values" : "No members"}>
              <p>
                {search !== ""
                  ? "No user ID here starts with this."
                  : computation.status === "computing"
                    ? "It is still being computed."
                    : "No profile matches the definition."}
              </p>
            </EmptyState>
          ) : (
            <>
              <TableFrame label={kind.valued ? "People" : "Members"}>
                <thead>
                  <tr>
                    <th scope="col">User ID</th>
                    {kind.valued && <th scope="col">Value</th>}
                    <th scope="col">Since</th>
                  </tr>
                </thead>
                <tbody>
                  {page.data.map((member, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: IDs may all be hidden, and rows have no state
                    <tr key={`${member.userId} ${index}`}>
                      <td className="break">
                        <PersonLink userId={member.userId} />
                      </td>
                      {kind.valued && (
                        <td className="break">
                          <ShortValue value={member.value} />
                        </td>
                      )}
                      <td>
                        <Time at={member.since} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </TableFrame>
              <CursorPager next={page.next} what="people" />
            </>
          )
        }
      </Loaded>
    </>
  );
}
