import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Fate, Message } from "../api/messages";
import { startReplay } from "../api/replays";
import { useMay } from "../app/session";
import { words } from "../parts/format";
import { useTell } from "../parts/Notices";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";

/** Fates after which a message can be sent once more. */
const ENDED = ["delivered", "failed", "expired", "cancelled", "settled"];

interface Props {
  message: Message;
  names: ReadonlyMap<string, string>;
}

export function FateTable({ message, names }: Props) {
  const may = useMay("editor");
  if (message.destinations.length === 0) {
    return <p className="muted">There was no destination for it.</p>;
  }
  return (
    <TableFrame label={`Fate of ${message.messageId}`}>
      <thead>
        <tr>
          <th scope="col">Destination</th>
          <th scope="col">Fate</th>
          <th scope="col">Why</th>
          <th scope="col" className="right">
            Rounds
          </th>
          <th scope="col">Next attempt</th>
          {may && (
            <th scope="col">
              <span className="visually-hidden">Again</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {message.destinations.map((fate) => (
          <tr key={fate.destinationId}>
            <td className="break">
              <Link to={`/destinations/${fate.destinationId}`}>
                {names.get(fate.destinationId) ?? fate.destinationId}
              </Link>
            </td>
            <td>
              <StateBadge state={fate.state} />
            </td>
            <td className="break">
              {fate.status ? `HTTP ${fate.status} ` : ""}
              {fate.reason && fate.reason !== "http_status" ? words(fate.reason) : ""}
            </td>
            <td className="right number">{fate.round ?? "–"}</td>
            <td>{fate.nextAttemptAt ? <Time at={fate.nextAttemptAt} /> : "–"}</td>
            {may && (
              <td className="right">
                {ENDED.includes(fate.state) && <AgainButton message={message} fate={fate} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function AgainButton({ message, fate }: { message: Message; fate: Fate }) {
  const queries = useQueryClient();
  const tell = useTell();
  const again = useMutation({
    mutationFn: () => startReplay(fate.destinationId, { messageId: message.messageId }),
    onSuccess: () => {
      tell("It is being sent again.");
      queries.invalidateQueries({ queryKey: ["messages"] });
    },
    onError: (failure) => tell(`Not sent: ${failure.message}`),
  });
  return (
    <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
      Send again
    </Button>
  );
}
