import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "./Dialog";
import { ErrorNote } from "./ErrorNote";
import styles from "./parts.module.css";

interface Props extends ButtonProps {
  /** The label of the button and of the confirmation. */
  label: string;
  title: string;
  /** The warning. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** A button that asks for confirmation with a warning. */
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
