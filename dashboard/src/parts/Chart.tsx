import { useComputedColorScheme } from "@mantine/core";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import { ChartTable } from "./ChartTable";
import styles from "./chart.module.css";
import { compact } from "./format";
import type { Line } from "./plot";
import { Time } from "./Time";

interface Props {
  title: string;
  times: string[];
  lines: Line[];
  write?: (value: number) => string;
  /** The value in the legend while no point is selected. */
  sum?: "total" | "latest";
  height?: number;
}

/** A line chart, with its data as a table. */
export function Chart({
  title,
  times,
  lines,
  write = compact,
  sum = "total",
  height = 180,
}: Props) {
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const drawn = usePlot(asTable ? undefined : place, {
    times,
    lines,
    write,
    height,
    onPoint: setPointed,
  });
  const at = pointed === null ? undefined : times[pointed];
  const empty = lines.every((line) => line.values.every((value) => !value));
  return (
    <figure className={styles.chart} aria-label={title} data-from={times[0]}>
      <figcaption>
        <span className={styles.title}>{title}</span>
        <span className={styles.pointed}>{at && <Time at={at} />}</span>
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={asTable}
          aria-label={`${title} as a table`}
          onClick={() => setAsTable(!asTable)}
        >
          Table
        </button>
      </figcaption>
      <ul className={styles.legend}>
        {lines.map((line) => (
          <li key={line.name}>
            <i data-color={line.color} aria-hidden="true" />
            {line.name} <b>{figure(line, pointed, sum, write)}</b>
          </li>
        ))}
      </ul>
      {asTable ? (
        <ChartTable title={title} times={times} lines={lines} write={write} />
      ) : (
        <div className={styles.frame} style={{ height }} aria-busy={!drawn}>
          <div ref={place} aria-hidden="true" />
          {empty && <p className={styles.empty}>No data in this period</p>}
        </div>
      )}
    </figure>
  );
}

function figure(
  line: Line,
  pointed: number | null,
  sum: "total" | "latest",
  write: (value: number) => string,
): string {
  const known = line.values.filter((value) => value !== null);
  const value =
    pointed !== null
      ? line.values[pointed]
      : sum === "total"
        ? known.reduce((total, each) => total + each, 0)
        : known.at(-1);
  return value === undefined || value === null ? "–" : write(value);
}

interface Plot {
  times: string[];
  lines: Line[];
  write: (value: number) => string;
  height: number;
  onPoint: (index: number | null) => void;
}

/**
 * Draws a chart into the element: created once per set of lines and color scheme, then updated.
 * Returns whether it is drawn.
 */
function usePlot(place: RefObject<HTMLDivElement | null> | undefined, plot: Plot): boolean {
  const [drawn, setDrawn] = useState(false);
  const scheme = useComputedColorScheme("light");
  const seconds = useMemo(() => plot.times.map((at) => Date.parse(at) / 1_000), [plot.times]);
  const latest = useRef({ ...plot, seconds });
  latest.current = { ...plot, seconds };
  const drawing = useRef<{ plot: uPlot; feed: () => void } | undefined>(undefined);
  const shape = plot.lines.map((line) => line.name + line.color).join("|");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scheme or shape needs a new chart
  useEffect(() => {
    const element = place?.current;
    if (!element || !document.createElement("canvas").getContext("2d")) {
      return undefined;
    }
    let over = false;
    const resized = new ResizeObserver(() =>
      drawing.current?.plot.setSize({ width: element.clientWidth, height: latest.current.height }),
    );
    import("./plot").then(({ draw, dataOf }) => {
      if (over) {
        return;
      }
      const now = latest.current;
      const made = draw(element, now.seconds, {
        ...now,
        onPoint: (index) => latest.current.onPoint(index),
      });
      const feed = () => made.setData(dataOf(latest.current.seconds, latest.current.lines));
      drawing.current = { plot: made, feed };
      resized.observe(element);
      setDrawn(true);
    });
    return () => {
      over = true;
      resized.disconnect();
      drawing.current?.plot.destroy();
      drawing.current = undefined;
    };
  }, [place, scheme, shape]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: updated when the data changes
  useEffect(() => drawing.current?.feed(), [seconds, plot.lines]);
  return drawn;
}
