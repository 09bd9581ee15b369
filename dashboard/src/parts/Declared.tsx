import styles from "./parts.module.css";

/** A note that the workspace file declares this object. */
export function Declared({ as }: { as: string | undefined }) {
  if (as === undefined) {
    return null;
  }
  return (
    <p className={styles.declared}>
      Declared as <code>{as}</code> in the workspace file. Change it there; it cannot be changed or
      deleted here.
    </p>
  );
}

/** A note that the workspace file declares these settings. */
export function DeclaredSettings({ names }: { names: string[] }) {
  if (names.length === 0) {
    return null;
  }
  return (
    <p className={styles.declared}>
      The workspace file declares {names.join(", ")}. Change that there; it cannot be changed here.
    </p>
  );
}
