import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { copyText } from "./clipboard";

interface Props {
  text: string;
  /** The accessible name, such as "Copy write key". */
  label: string;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: Props) {
  const [outcome, setOutcome] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (outcome === "idle") {
      return undefined;
    }
    const timer = setTimeout(() => setOutcome("idle"), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const words = { idle: "Copy", copied: "Copied", refused: "Press Ctrl+C" }[outcome];
  return (
    <Button
      variant="default"
      size="xs"
      className="copy"
      aria-label={outcome === "idle" ? label : words}
      onClick={async () => setOutcome((await copyText(text)) ? "copied" : "refused")}
    >
      <span aria-live="polite">{words}</span>
    </Button>
  );
}
