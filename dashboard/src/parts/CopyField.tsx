import { CopyButton } from "./CopyButton";
import styles from "./parts.module.css";

interface Props {
  label: string;
  value: string;
}

/** A value in one line with a button that copies it. */
export function CopyField({ label, value }: Props) {
  return (
    <div className={styles.copyField}>
      <input
        readOnly
        aria-label={label}
        title={value}
        value={value}
        size={value.length}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}
