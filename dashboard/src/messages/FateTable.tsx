import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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

const NOT_FOR_IT = "not_for_it";

interface Props {
  message: Message;
  names: ReadonlyMap<string, string>;
}

export function FateTable({ message, names }: Props) {
  const may = useMay("editor");
  const [everyone, setEveryone] = useState(false);
  const others = message.destinations.filter(({ state }) => state === NOT_FOR_IT).length;
  const shown = message.destinations.filter(({ state }) => everyone || state !== NOT_FOR_IT);
  return (
    <>
      {shown.length === 0 ? (
        <p className="muted">There is no destination that it is for.</p>
      ) : (
        <Fates message={message} fates={shown} names={names} may={may} />
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
            {others === 1 ? "one destination" : `${others} destinations`} that it is not for
          </Button>
        </div>
      )}
    </>
  );
}

interface FatesProps extends Props {
  fates: Fate[];
  may: boolean;
}

function Fates({ message, fates, names, may }: FatesProps) {
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
        {fates.map((fate) => (
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
    mutationFn: () =>
      startReplay(fate.destinationId, {
        messageId: message.messageId,
        ...(message.sourceId && { sourceId: message.sourceId }),
      }),
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
