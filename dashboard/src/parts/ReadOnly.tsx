import type { AccessRole } from "../api/session";
import { useHasRole } from "../app/session";
import styles from "./parts.module.css";

/** A note for readers whose role may not change what follows. */
export function ReadOnly({ needs }: { needs: AccessRole }) {
  return useHasRole(needs) ? null : (
    <p className={styles.declared}>Read-only. Changing this needs the role {needs}.</p>
  );
}
