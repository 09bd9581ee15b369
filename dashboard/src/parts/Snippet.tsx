import { CopyButton } from "./CopyButton";
import styles from "./parts.module.css";

interface Props {
  label: string;
  text: string;
}

/** Some lines of code, ready to paste. */
export function Snippet({ label, text }: Props) {
  return (
    <figure className={styles.snippet}>
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} label={`Copy ${label}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
    </figure>
  );
}
