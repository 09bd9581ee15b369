import { Link } from "react-router";
import { StateBadge } from "../parts/StateBadge";
import { useLive } from "./useLive";

const ACCEPTED = { outcome: "accepted" };

/** Whether an event of the source has arrived; changes when the first one does. */
export function Arrival({ source }: { source: string }) {
  const { calls } = useLive(source, ACCEPTED, false);
  const live = `/sources/${source}/live`;
  return (
    <span role="status" className="row">
      {calls.length === 0 ? (
        <>
          <StateBadge state="waiting">waiting for an event</StateBadge>
          <span>
            Send one, then <Link to={live}>watch it arrive</Link>.
          </span>
        </>
      ) : (
        <>
          <StateBadge state="healthy">events arrive</StateBadge>
          <Link to={live}>Watch them</Link>
        </>
      )}
    </span>
  );
}
