import { Button } from "@mantine/core";
import { useNavigate, useSearchParams } from "react-router";
import styles from "./parts.module.css";

interface Props {
  next: string | null;
  what: string;
}

/** Steps through a list with cursors; the cursor is in the URL. */
export function CursorPager({ next, what }: Props) {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const inside = parameters.has("cursor");
  if (!inside && next === null) {
    return null;
  }
  const go = (cursor: string | null) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      if (cursor === null) {
        after.delete("cursor");
      } else {
        after.set("cursor", cursor);
      }
      return after;
    });
  return (
    <nav className={styles.pager} aria-label={`Pages of ${what}`}>
      <span className={styles.actions}>
        <Button variant="default" size="xs" disabled={!inside} onClick={() => go(null)}>
          First page
        </Button>
        <Button variant="default" size="xs" disabled={!inside} onClick={() => navigate(-1)}>
          Back
        </Button>
        <Button variant="default" size="xs" disabled={next === null} onClick={() => go(next)}>
          Next page
        </Button>
      </span>
    </nav>
  );
}
