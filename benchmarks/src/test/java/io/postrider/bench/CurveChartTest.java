package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class CurveChartTest {

  @Test
  void logScale_givesEachPowerTheSameWidth() {
    LogScale scale = new LogScale(1, 1000, 100, 400);
    assertThat(scale.at(1)).isEqualTo(100);
    assertThat(scale.at(10)).isCloseTo(200, within(1e-9));
    assertThat(scale.at(100)).isCloseTo(300, within(1e-9));
    assertThat(scale.at(1000)).isCloseTo(400, within(1e-9));
    assertThat(new LogScale(7, 7, 100, 400).at(7)).isEqualTo(250);
    assertThatThrownBy(() -> new LogScale(0, 10, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void roundTop_isOneTwoOrFive() {
    assertThat(LogScale.roundTop(0)).isEqualTo(1);
    assertThat(LogScale.roundTop(0.03)).isCloseTo(0.05, within(1e-12));
    assertThat(LogScale.roundTop(1)).isEqualTo(1);
    assertThat(LogScale.roundTop(1.1)).isEqualTo(2);
    assertThat(LogScale.roundTop(5)).isEqualTo(5);
    assertThat(LogScale.roundTop(51_000)).isEqualTo(100_000);
    assertThat(LogScale.roundTop(1000)).isEqualTo(1000);
  }

  @Test
  void label_isShort() {
    assertThat(LogScale.label(0)).isEqualTo("0");
    assertThat(LogScale.label(2.5)).isEqualTo("2.5");
    assertThat(LogScale.label(300)).isEqualTo("300");
    assertThat(LogScale.label(32_000)).isEqualTo("32k");
    assertThat(LogScale.label(1_500_000)).isEqualTo("1.5M");
  }

  @Test
  void svg_hasAPanelForEachFigure_andAPointForEachValue() throws Exception {
    String svg =
        CurveChart.svg(
            "destinations",
            "deliveries",
            List.of(new CurvePoint(1, 50_000, 20, 300), new CurvePoint(1000, 25_000, 40, 600)));
    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getElementsByTagName("polyline").getLength()).isEqualTo(3);
    assertThat(parsed.getElementsByTagName("circle").getLength()).isEqualTo(6);
    // the rate falls from the top of its panel to the middle
    assertThat(svg).contains("points=\"80.0,30.0 730.0,98.0 \"");
    assertThat(svg).contains("deliveries per second", "processor time, µs each", "memory, MiB");
  }

  @Test
  void point_isReadAsWritten() {
    ObjectNode json = Results.figures();
    CurvePoint point = new CurvePoint(10, 20_000, 12.34, 456);
    point.write(json);
    assertThat(CurvePoint.read(json)).isEqualTo(point);
  }

  @Test
  void curves_areChosenByName_andHaveAscendingValues() {
    assertThat(CurvesBenchmark.chosen(List.of())).hasSize(9);
    assertThat(CurvesBenchmark.chosen(List.of("ledger", "size")))
        .extracting(Curve::name)
        .containsExactly("size", "ledger");
    assertThatThrownBy(() -> CurvesBenchmark.chosen(List.of("size", "height")))
        .hasMessageContaining("[height] are not curves");
    assertThat(CurvesBenchmark.ALL)
        .allSatisfy(
            curve -> {
              assertThat(curve.points()).isSorted().doesNotHaveDuplicates();
              assertThat(curve.quick()).isSorted().hasSize(2);
            });
  }
}
