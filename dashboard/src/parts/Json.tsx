import styles from "./parts.module.css";

interface Props {
  label: string;
  /** A value, or any text. */
  value: unknown;
  truncated?: boolean;
}

/** Formatted JSON; other text stays unchanged. */
export function pretty(value: unknown): string {
  if (typeof value !== "string") {
    return JSON.stringify(value, null, 2) ?? "";
  }
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** Formatted JSON. */
export function Json({ label, value, truncated = false }: Props) {
  const text = pretty(value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className={styles.json} tabIndex={0} aria-label={label}>
      <pre>
        {text === "" ? <span className="muted">(empty)</span> : text}
        {truncated && <span className="muted">… (truncated)</span>}
      </pre>
    </section>
  );
}
