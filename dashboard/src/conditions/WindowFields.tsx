import { NativeSelect, TextInput } from "@mantine/core";
import { useProblem } from "./editing";
import { type Unit, unitsFor, type Window } from "./window";

interface Props {
  within: Window | undefined;
  path: string;
  onChange: (within: Window | undefined) => void;
}

const START: Window = { amount: "30", unit: "d" };

/** The time window of an event. */
export function WindowFields({ within, path, onChange }: Props) {
  const problem = useProblem(`${path}.within`);
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="When"
        value={within ? "within" : "ever"}
        onChange={(event) => onChange(event.currentTarget.value === "ever" ? undefined : START)}
        data={[
          { value: "ever", label: "at any time" },
          { value: "within", label: "within the last" },
        ]}
      />
      {within && (
        <>
          <TextInput
            size="xs"
            w="5rem"
            aria-label="How long"
            inputMode="numeric"
            value={within.amount}
            onChange={(event) => onChange({ ...within, amount: event.currentTarget.value })}
            error={problem}
          />
          <NativeSelect
            size="xs"
            aria-label="Unit of time"
            value={within.unit}
            onChange={(event) => onChange({ ...within, unit: event.currentTarget.value as Unit })}
            data={unitsFor(within.unit)}
          />
        </>
      )}
    </>
  );
}
