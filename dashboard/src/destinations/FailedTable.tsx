import { Checkbox } from "@mantine/core";
import { Link } from "react-router";
import type { FailedDelivery } from "../api/deliveries";
import { words } from "../parts/format";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";

interface Props {
  failed: FailedDelivery[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  permitted: boolean;
}

const choosable = (one: FailedDelivery) => one.replayable && one.messageId !== undefined;

export function FailedTable({ failed, chosen, onChoose, permitted }: Props) {
  const all = failed.filter(choosable).flatMap(({ messageId }) => messageId ?? []);
  const every = all.length > 0 && all.every((id) => chosen.has(id));
  const some = all.some((id) => chosen.has(id));

  function toggle(id: string, on: boolean) {
    const next = new Set(chosen);
    if (on) {
      next.add(id);
    } else {
      next.delete(id);
    }
    onChoose(next);
  }

  return (
    <TableFrame label="Failed deliveries">
      <thead>
        <tr>
          {permitted && (
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label="Select all on this page"
                checked={every}
                indeterminate={some && !every}
                onChange={(event) => onChoose(new Set(event.currentTarget.checked ? all : []))}
              />
            </th>
          )}
          <th scope="col">Failed</th>
          <th scope="col">Reason</th>
          <th scope="col">Error</th>
          <th scope="col">Type</th>
          <th scope="col">Message ID</th>
          <th scope="col">Accepted</th>
        </tr>
      </thead>
      <tbody>
        {failed.map((one) => (
          <tr key={`${one.partition} ${one.offset}`}>
            {permitted && (
              <td>
                <Checkbox
                  size="xs"
                  aria-label={`Select ${one.messageId ?? `offset ${one.offset}`}`}
                  disabled={!choosable(one)}
                  checked={one.messageId !== undefined && chosen.has(one.messageId)}
                  onChange={(event) =>
                    one.messageId && toggle(one.messageId, event.currentTarget.checked)
                  }
                />
              </td>
            )}
            <td>{one.failedAt ? <Time at={one.failedAt} /> : "–"}</td>
            <td className="nowrap">{one.status ? `HTTP ${one.status}` : words(one.reason)}</td>
            <td className="break">{one.message}</td>
            <td>{one.type}</td>
            <td>
              {one.messageId ? (
                <Link to={`/messages?messageId=${encodeURIComponent(one.messageId)}`}>
                  <code className="cut">{one.messageId}</code>
                </Link>
              ) : (
                <span className="muted">no longer in the log</span>
              )}
            </td>
            <td>{one.acceptedAt ? <Time at={one.acceptedAt} /> : "–"}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
