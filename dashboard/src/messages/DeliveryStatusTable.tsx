import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { DeliveryStatus, FoundMessage } from "../api/messages";
import { startReplay } from "../api/replays";
import { useHasRole } from "../app/session";
import { words } from "../parts/format";
import { useNotify } from "../parts/Notices";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";

/** States in which a message can be replayed. */
const ENDED = [
  "delivered",
  "failed",
  "expired",
  "cancelled",
  "settled",
  "unknown_before_ledger",
  "unknown_in_gap",
];

const NOT_FOR_IT = "not_for_it";

/** Why the end of a delivery is not known. */
const UNKNOWN: Record<string, string> = {
  settled: "The ledger is not indexed yet.",
  unknown_before_ledger: "It ended before the ledger began.",
  unknown_in_gap: "It ended while the ledger could not be written.",
};

interface Props {
  message: FoundMessage;
  names: ReadonlyMap<string, string>;
}

export function DeliveryStatusTable({ message, names }: Props) {
  const permitted = useHasRole("editor");
  const [everyone, setEveryone] = useState(false);
  const others = message.destinations.filter(({ state }) => state === NOT_FOR_IT).length;
  const shown = message.destinations.filter(({ state }) => everyone || state !== NOT_FOR_IT);
  return (
    <>
      {shown.length === 0 ? (
        <p className="muted">No destination receives this message.</p>
      ) : (
        <StatusRows message={message} statuses={shown} names={names} permitted={permitted} />
      )}
      {others > 0 && (
        <div>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={everyone}
            onClick={() => setEveryone(!everyone)}
          >
            {everyone ? "Hide" : "Show"}{" "}
            {others === 1 ? "one destination" : `${others} destinations`} that do not receive it
          </Button>
        </div>
      )}
    </>
  );
}

const at = ({ endedAt, nextAttemptAt }: DeliveryStatus) => endedAt ?? nextAttemptAt;

interface StatusRowsProps extends Props {
  statuses: DeliveryStatus[];
  permitted: boolean;
}

function StatusRows({ message, statuses, names, permitted }: StatusRowsProps) {
  return (
    <TableFrame label={`Deliveries of ${message.messageId}`}>
      <thead>
        <tr>
          <th scope="col">Destination</th>
          <th scope="col">State</th>
          <th scope="col">Reason</th>
          <th scope="col" className="right">
            Rounds
          </th>
          <th scope="col">Ended or next attempt</th>
          {permitted && (
            <th scope="col">
              <span className="visually-hidden">Again</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {statuses.map((delivery) => (
          <tr key={delivery.destinationId}>
            <td className="break">
              <Link to={`/destinations/${delivery.destinationId}`}>
                {names.get(delivery.destinationId) ?? delivery.destinationId}
              </Link>
            </td>
            <td>
              <StateBadge state={delivery.state} />
            </td>
            <td className="break">
              {delivery.status ? `HTTP ${delivery.status} ` : ""}
              {delivery.reason && delivery.reason !== "http_status" ? words(delivery.reason) : ""}
              {UNKNOWN[delivery.state]}
            </td>
            <td className="right number">{delivery.round ?? "–"}</td>
            <td>{at(delivery) ? <Time at={at(delivery) as string} /> : "–"}</td>
            {permitted && (
              <td className="right">
                {ENDED.includes(delivery.state) && (
                  <ReplayButton message={message} delivery={delivery} />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function ReplayButton({ message, delivery }: { message: FoundMessage; delivery: DeliveryStatus }) {
  const queries = useQueryClient();
  const notify = useNotify();
  const again = useMutation({
    mutationFn: () =>
      startReplay(delivery.destinationId, {
        messageId: message.messageId,
        ...(message.sourceId && { sourceId: message.sourceId }),
      }),
    onSuccess: () => {
      notify("The replay has started.");
      queries.invalidateQueries({ queryKey: ["messages"] });
    },
    onError: (failure) => notify(`Not sent: ${failure.message}`),
  });
  return (
    <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
      Replay
    </Button>
  );
}
