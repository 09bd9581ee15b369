import { NativeSelect } from "@mantine/core";
import { asRange, RANGES, type Range } from "./range";
import { useParam } from "./useParam";

/** The time range of a page, stored in its URL. */
export function useRange(): [Range, (range: string) => void] {
  const [text, set] = useParam("range", "1h");
  return [asRange(text), set];
}

export function RangePicker() {
  const [range, setRange] = useRange();
  return (
    <NativeSelect
      aria-label="Time range"
      size="xs"
      value={range}
      onChange={(event) => setRange(event.currentTarget.value)}
      data={Object.entries(RANGES).map(([value, { name }]) => ({ value, label: name }))}
    />
  );
}
