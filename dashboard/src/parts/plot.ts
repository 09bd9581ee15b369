import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { compact, span } from "./format";

export interface Line {
  name: string;
  /** A value for each time; null where there is none. */
  values: (number | null)[];
  /** The name of a color of the page: "good", "warn", "bad", "accent", "off". */
  color: string;
  fill?: boolean;
}

export interface PlotOptions {
  lines: Line[];
  height: number;
  write: (value: number) => string;
  onPoint: (index: number | null) => void;
}

const color = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--pr-${name}`).trim();

/** Draws lines over time into an element, in the current colors of the page. */
export function draw(
  place: HTMLElement,
  times: number[],
  { lines, height, write, onPoint }: PlotOptions,
): uPlot {
  const axis = {
    stroke: color("muted"),
    grid: { stroke: color("line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  const options: uPlot.Options = {
    width: Math.max(place.clientWidth, 120),
    height,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { y: { range: (_, __, most) => [0, Math.max(most * 1.08, 1)] } },
    axes: [
      { ...axis, grid: { show: false }, size: 26, space: 70, values: timeLabels },
      {
        ...axis,
        size: 52,
        space: 34,
        values: (_, values) => values.map((value) => (value === 0 ? "0" : write(value))),
        ...(write === compact && { incrs: WHOLE }),
        ...(write === span && { incrs: SPANS }),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.name,
        stroke: color(line.color),
        width: 1.5,
        points: { show: true, size: 5, filter: () => isolated(line.values) },
        spanGaps: false,
        ...(line.fill && { fill: `color-mix(in srgb, ${color(line.color)} 14%, transparent)` }),
      })),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
  return new uPlot(options, dataOf(times, lines), place);
}

/** Isolated values, which a line would not show. */
export function isolated(values: (number | null)[]): number[] {
  const known = (index: number) => (values[index] ?? null) !== null;
  return values.flatMap((_, index) =>
    known(index) && !known(index - 1) && !known(index + 1) ? [index] : [],
  );
}

export const dataOf = (times: number[], lines: Line[]): uPlot.AlignedData => [
  times,
  ...lines.map((line) => line.values),
];

/** The axis steps of counts: whole numbers only. */
const WHOLE = Array.from(
  { length: 30 },
  (_, i) => ([1, 2, 5][i % 3] ?? 1) * 10 ** Math.floor(i / 3),
);

/** The axis steps of durations, in milliseconds. */
const SPANS = [1, 2, 5, 10, 15, 30]
  .flatMap((n) => [n * 1_000, n * 60_000])
  .concat([1, 2, 3, 6, 12, 24, 48, 96, 192, 384].map((n) => n * 3_600_000))
  .sort((a, b) => a - b);

const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

function timeLabels(_: uPlot, seconds: number[]): string[] {
  return seconds.map((second) => {
    const at = new Date(second * 1_000);
    return at.getHours() === 0 && at.getMinutes() === 0 ? days.format(at) : hours.format(at);
  });
}
