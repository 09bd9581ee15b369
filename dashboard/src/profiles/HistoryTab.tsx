import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listTransitions } from "../api/profiles";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";

const ROWS = 50;

/** The audiences that a person entered and left, newest first. */
export function HistoryTab({ userId }: { userId: string }) {
  const [cursor] = useParam("cursor");
  const transitions = useQuery({
    queryKey: ["transitions", userId, cursor],
    queryFn: ({ signal }) =>
      listTransitions(userId, { limit: ROWS, ...(cursor && { cursor }) }, signal),
    refetchInterval: 5_000,
  });
  return (
    <Loaded query={transitions} what="Cannot load the history.">
      {(page) =>
        page.data.length === 0 ? (
          <EmptyState title="No entries or exits">
            <p>
              When this person enters or leaves an <Link to="/audiences">audience</Link>, it is
              listed here with its time.
            </p>
          </EmptyState>
        ) : (
          <>
            <TableFrame label="Entries and exits">
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">What</th>
                  <th scope="col">Audience</th>
                </tr>
              </thead>
              <tbody>
                {page.data.map(({ at, audience, entered }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
                  <tr key={`${at} ${audience.id} ${index}`}>
                    <td>
                      <Time at={at} />
                    </td>
                    <td>
                      <StateBadge state={entered ? "entered" : "left"} />
                    </td>
                    <td className="break">
                      <Link to={`/audiences/${audience.id}`}>{audience.name}</Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </TableFrame>
            <CursorPager next={page.next} what="entries and exits" />
          </>
        )
      }
    </Loaded>
  );
}
