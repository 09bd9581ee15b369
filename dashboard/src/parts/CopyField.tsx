import { CopyButton } from "./CopyButton";
import { isMasked } from "./masked";
import styles from "./parts.module.css";

interface Props {
  label: string;
  value: string;
}

/** A value in one line with a button that copies it; without one if it is masked. */
export function CopyField({ label, value }: Props) {
  if (isMasked(value)) {
    return (
      <>
        <code>{value}</code>{" "}
        <span className="muted small">Your role shows only its beginning.</span>
      </>
    );
  }
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
