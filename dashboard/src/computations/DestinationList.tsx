import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listDestinations } from "../api/destinations";
import { Panel } from "../parts/Panel";
import { StateBadge } from "../parts/StateBadge";
import styles from "./computations.module.css";
import type { Kind } from "./kinds";

interface Props<D> {
  kind: Kind<D>;
  ids: string[];
}

/** The sync interval and the destinations of a computation. */
export function DestinationList<D>({ kind, ids }: Props<D>) {
  const all = useQuery({
    queryKey: ["destinations"],
    queryFn: ({ signal }) => listDestinations(signal),
  });
  return (
    <Panel title="Destinations" note="They receive an identify message for each change.">
      {ids.length === 0 ? (
        <p className="muted" style={{ margin: 0 }}>
          None. The {kind.one} is computed, but its changes are not sent.
        </p>
      ) : (
        <ul className={styles.places}>
          {ids.map((id) => {
            const found = all.data?.find((one) => one.id === id);
            return (
              <li key={id}>
                <Link to={`/destinations/${id}`}>{found?.name ?? id}</Link>
                {found && <StateBadge state={found.state} />}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
