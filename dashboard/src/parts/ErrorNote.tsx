import { Button } from "@mantine/core";
import { ApiError } from "../api/client";
import styles from "./parts.module.css";

interface Props {
  error: unknown;
  /** What failed, as a sentence. */
  what?: string;
  retry?: () => void;
}

function sentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 403) {
    return `${error.message} Ask a user with a higher role.`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** An error message with a retry button. */
export function ErrorNote({ error, what, retry }: Props) {
  return (
    <div role="alert" className={styles.error}>
      <div>
        {what && <strong>{what} </strong>}
        <span>{sentence(error)}</span>
        {error instanceof ApiError && error.problem.errors && (
          <ul>
            {error.problem.errors.map((entry) => (
              <li key={entry.field + entry.message}>
                {entry.field && <code>{entry.field}</code>} {entry.message}
              </li>
            ))}
          </ul>
        )}
      </div>
      {retry && (
        <Button variant="default" size="xs" onClick={retry}>
          Retry
        </Button>
      )}
    </div>
  );
}
