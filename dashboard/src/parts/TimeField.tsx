import { TextInput } from "@mantine/core";
import { useParam } from "./useParam";

const MINUTE_MILLIS = 60_000;

/** A time as the browser's field shows it: local, without a zone. */
export function localText(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime())
    ? ""
    : new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MILLIS).toISOString().slice(0, 19);
}

/** A time of the page's URL that can be typed; empty for any time. */
export function TimeField({ name, label }: { name: string; label: string }) {
  const [value, set] = useParam(name);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      value={localText(value)}
      onChange={({ currentTarget }) =>
        set(currentTarget.value && new Date(currentTarget.value).toISOString())
      }
    />
  );
}
