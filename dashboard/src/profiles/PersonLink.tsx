import { Link } from "react-router";
import { MASK } from "../api/profiles";

/** The path of a person's page. IDs may contain any characters, so they are in the query. */
export const personPath = (userId: string, view = "") =>
  `/profiles/user${view && `/${view}`}?id=${encodeURIComponent(userId)}`;

/** A user ID with a link to the person, unless it is hidden from the viewer. */
export function PersonLink({ userId }: { userId: string }) {
  return userId === MASK ? (
    <span className="muted">{MASK}</span>
  ) : (
    <Link to={personPath(userId)} className="break">
      {userId}
    </Link>
  );
}
