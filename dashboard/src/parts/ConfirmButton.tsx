import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "./Dialog";
import { ErrorNote } from "./ErrorNote";
import styles from "./parts.module.css";

interface Props extends ButtonProps {
  /** On the button, and on the one that confirms. */
  label: string;
  title: string;
  /** What will happen. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: it says what will happen first. */
export function ConfirmButton({ label, title, children, onConfirm, ...button }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function confirm() {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      setOpen(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className={styles.dialogBody}>
            {children}
            {error !== undefined && <ErrorNote error={error} />}
          </div>
          <footer>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button color="red" loading={busy} onClick={confirm}>
              {label}
            </Button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
