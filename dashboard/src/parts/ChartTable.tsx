import type { Line } from "./plot";
import { TableFrame } from "./TableFrame";
import { Time } from "./Time";

interface Props {
  title: string;
  times: string[];
  lines: Line[];
  write: (value: number) => string;
}

/** The data of a chart as a table, newest first, without empty steps. */
export function ChartTable({ title, times, lines, write }: Props) {
  const rows = times
    .map((at, index) => ({ at, values: lines.map((line) => line.values[index] ?? null) }))
    .filter((row) => row.values.some((value) => value))
    .reverse();
  return (
    <TableFrame label={`${title}, numbers`}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {lines.map((line) => (
            <th scope="col" key={line.name} className="right">
              {line.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.at}>
            <td>
              <Time at={row.at} />
            </td>
            {row.values.map((value, index) => (
              <td key={lines[index]?.name} className="right number">
                {value === null ? "–" : write(value)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={lines.length + 1} className="muted">
              No data in this period
            </td>
          </tr>
        )}
      </tbody>
    </TableFrame>
  );
}
