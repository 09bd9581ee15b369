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
