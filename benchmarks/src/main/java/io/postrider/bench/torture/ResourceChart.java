package io.postrider.bench.torture;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Draws resources over time as SVG: one panel each for memory, files and threads. */
final class ResourceChart {
  private static final int WIDTH = 800;
  private static final int PANEL = 160;
  private static final int LEFT = 60;
  private static final int TOP = 30;

  private ResourceChart() {}

  static String svg(List<ResourceSampler.Sample> samples) {
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" ")
        .append("width=\"%d\" height=\"%d\" ".formatted(WIDTH, 3 * PANEL))
        .append("font-family=\"sans-serif\" font-size=\"12\">\n");
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    panel(svg, 0, "resident memory, MiB", samples, ResourceSampler.Sample::residentMib);
    panel(svg, 1, "open files", samples, ResourceSampler.Sample::files);
    panel(svg, 2, "threads", samples, ResourceSampler.Sample::threads);
    return svg.append("</svg>\n").toString();
  }

  private static void panel(
      StringBuilder svg,
      int row,
      String title,
      List<ResourceSampler.Sample> samples,
      ToLongFunction<ResourceSampler.Sample> value) {
    int top = row * PANEL + TOP;
    int bottom = (row + 1) * PANEL - 20;
    long highest = Math.max(1, samples.stream().mapToLong(value).max().orElse(1));
    double end = samples.isEmpty() ? 1 : Math.max(1, samples.getLast().seconds());
    svg.append("<text x=\"%d\" y=\"%d\">%s</text>%n".formatted(LEFT, top - 10, title));
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%,d</text>%n"
            .formatted(LEFT - 6, top + 8, highest));
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>%n".formatted(LEFT - 6, bottom));
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f s</text>%n"
            .formatted(WIDTH - 10, bottom + 14, end));
    svg.append(
        "<path d=\"M%d %d V%d H%d\" fill=\"none\" stroke=\"#999\"/>%n"
            .formatted(LEFT, top, bottom, WIDTH - 10));
    svg.append("<polyline fill=\"none\" stroke=\"#2563eb\" points=\"");
    for (ResourceSampler.Sample sample : samples) {
      double x = LEFT + sample.seconds() / end * (WIDTH - 10 - LEFT);
      double y = bottom - (double) value.applyAsLong(sample) / highest * (bottom - top);
      svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    svg.append("\"/>\n");
  }
}
