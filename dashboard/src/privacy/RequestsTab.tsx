import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listRegulations, type Regulation } from "../api/regulations";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { NumberText } from "../parts/NumberText";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";
import { StatusBadge } from "./StatusBadge";
import { kindName } from "./wording";

/** All requests, newest first. */
export function RequestsTab() {
  const [cursor] = useParam("cursor");
  const requests = useQuery({
    queryKey: ["regulations", cursor],
    queryFn: ({ signal }) => listRegulations({ ...(cursor && { cursor }) }, signal),
    refetchInterval: 5_000,
  });
  return (
    <Loaded query={requests} what="Cannot load the requests.">
      {(page) =>
        page.data.length === 0 ? (
          <EmptyState title="No requests">
            <p>
              If a user demands deletion, create a request with their user ID. All destinations are
              notified, and the request documents the result.
            </p>
          </EmptyState>
        ) : (
          <>
            <RequestTable requests={page.data} />
            <CursorPager next={page.next} what="requests" />
          </>
        )
      }
    </Loaded>
  );
}

function RequestTable({ requests }: { requests: Regulation[] }) {
  return (
    <TableFrame label="Requests">
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">Kind</th>
          <th scope="col" className="right">
            Users
          </th>
          <th scope="col">Status</th>
          <th scope="col">Made</th>
          <th scope="col">By</th>
          <th scope="col">Over</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.id}>
            <td>
              <Link to={`/privacy/requests/${request.id}`}>
                <code>{request.id}</code>
              </Link>
            </td>
            <td className="nowrap">{kindName(request.regulationType)}</td>
            <td className="right">
              <NumberText value={request.subjects} />
            </td>
            <td>
              <StatusBadge status={request.status} />
            </td>
            <td>
              <Time at={request.createdAt} />
            </td>
            <td className="break">{request.createdBy.name}</td>
            <td>{request.endedAt ? <Time at={request.endedAt} /> : "–"}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
