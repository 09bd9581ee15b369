package io.postrider.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws a growth curve as SVG: a panel each for rate, processor time and memory, over one
 * logarithmic axis. It has no background, and colours that are legible on white and on black.
 */
final class CurveChart {
  private static final int WIDTH = 760;
  private static final int PANEL = 170;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TITLE = 30;
  private static final int FOOT = 45;
  private static final int GRID_LINES = 2;
  private static final String TEXT = "#757575";
  private static final String GRID = "#80808055";
  private static final String LINE = "#3b82f6";

  private final StringBuilder svg = new StringBuilder();
  private final List<CurvePoint> points;
  private final LogScale across;

  private CurveChart(List<CurvePoint> points) {
    this.points = points;
    this.across =
        new LogScale(points.getFirst().x(), points.getLast().x(), LEFT + 10, WIDTH - RIGHT - 10);
  }

  /** Draws points, of which there is at least one, in ascending order. */
  static String svg(String axis, String counted, List<CurvePoint> points) {
    return new CurveChart(points).draw(axis, counted);
  }

  private String draw(String axis, String counted) {
    int height = 3 * PANEL + FOOT;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", WIDTH, height);
    add("width=\"%d\" height=\"%d\" font-family=\"sans-serif\" ", WIDTH, height);
    add("font-size=\"13\" fill=\"%s\">%n", TEXT);
    panel(0, counted + " per second", CurvePoint::perSecond);
    panel(1, "processor time, µs each", CurvePoint::cpuMicros);
    panel(2, "memory, MiB", CurvePoint::memoryMib);
    for (CurvePoint point : points) {
      text(across.at(point.x()), 3 * PANEL + 18, "middle", LogScale.label((double) point.x()));
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, 3 * PANEL + 38, "middle", axis);
    add("</svg>%n");
    return svg.toString();
  }

  private void panel(int row, String title, ToDoubleFunction<CurvePoint> value) {
    double top = row * PANEL + TITLE;
    double bottom = (row + 1) * PANEL - 4;
    double highest = LogScale.roundTop(points.stream().mapToDouble(value).max().orElse(1));
    text(LEFT, top - 10, "start", title);
    for (int i = 0; i <= GRID_LINES; i++) {
      double y = bottom - (bottom - top) * i / GRID_LINES;
      add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
          LEFT, WIDTH - RIGHT, y, y, GRID);
      text(LEFT - 8, y + 4, "end", LogScale.label(highest * i / GRID_LINES));
    }
    add("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", LINE);
    for (CurvePoint point : points) {
      add("%.1f,%.1f ", across.at(point.x()), y(value, point, highest, top, bottom));
    }
    add("\"/>%n");
    for (CurvePoint point : points) {
      add(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n",
          across.at(point.x()), y(value, point, highest, top, bottom), LINE);
    }
  }

  private static double y(
      ToDoubleFunction<CurvePoint> value,
      CurvePoint point,
      double highest,
      double top,
      double bottom) {
    return bottom - (bottom - top) * value.applyAsDouble(point) / highest;
  }

  private void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
  }

  @SuppressWarnings("AnnotateFormatMethod") // private, and every use is above
  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
