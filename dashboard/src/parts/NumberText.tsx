import { compact, count } from "./format";

interface Props {
  value: number;
  short?: boolean;
  /** Formats the value, if not as a plain number. */
  write?: (value: number) => string;
}

/** A number in tabular digits, so that it does not jump while it changes. */
export function NumberText({ value, short = false, write }: Props) {
  const text = write ? write(value) : short ? compact(value) : count(value);
  return (
    <data className="number" value={value} title={short ? count(value) : undefined}>
      {text}
    </data>
  );
}
