import { Link } from "react-router";
import { MASK } from "../api/profiles";

/** Where a person is shown. Ids may hold anything, so they go into the query. */
export const personPath = (userId: string, view = "") =>
  `/profiles/user${view && `/${view}`}?id=${encodeURIComponent(userId)}`;

/** A user id that leads to the person, unless it is hidden from the viewer. */
export function PersonLink({ userId }: { userId: string }) {
  return userId === MASK ? (
    <span className="muted">{MASK}</span>
  ) : (
    <Link to={personPath(userId)} className="break">
      {userId}
    </Link>
  );
}
