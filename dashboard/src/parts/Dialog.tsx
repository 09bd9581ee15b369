import { CloseButton } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./parts.module.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's native dialog: it traps the focus, closes on Escape and makes the rest of the page
 * inert. It is mounted while open.
 */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}
