import { Button } from "@mantine/core";
import { count } from "./format";
import styles from "./parts.module.css";

interface Props {
  page: number;
  pages: number;
  total: number;
  what: string;
  onPage: (page: number) => void;
}

/** Steps through the pages of a list. */
export function Pager({ page, pages, total, what, onPage }: Props) {
  return (
    <nav className={styles.pager} aria-label={`Pages of ${what}`}>
      <span className="muted" aria-live="polite">
        {count(total)} {total === 1 ? what.replace(/s$/, "") : what}
        {pages > 1 && `, page ${page} of ${pages}`}
      </span>
      {pages > 1 && (
        <span className={styles.actions}>
          <Button
            variant="default"
            size="xs"
            disabled={page <= 1}
            aria-label="Previous page"
            onClick={() => onPage(page - 1)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={page >= pages}
            aria-label="Next page"
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
