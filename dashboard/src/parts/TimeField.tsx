import { TextInput } from "@mantine/core";
import { useParam } from "./useParam";

const two = (number: number) => String(number).padStart(2, "0");

/** A time as the browser's field shows it: local, without a zone. */
export function localText(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime())
    ? ""
    : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
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
