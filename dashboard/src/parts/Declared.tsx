import styles from "./parts.module.css";

/** Says that a thing belongs to the workspace file, and is changed there. */
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

/** Says that settings belong to the workspace file, and are changed there. */
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
