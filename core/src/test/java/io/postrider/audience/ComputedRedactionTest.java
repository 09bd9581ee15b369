package io.postrider.audience;

import static io.postrider.audience.SampleDefinitions.ONCE;
import static io.postrider.audience.SampleDefinitions.audience;
import static io.postrider.audience.SampleDefinitions.in;
import static io.postrider.audience.SampleDefinitions.trait;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.message.Redaction;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputedRedactionTest {

  private static final Comparison EXISTS = new Comparison(Operator.EXISTS, List.of());

  private static ComputedTrait highest(String key, String... property) {
    return ComputedTrait.of(
        new ComputationId(ComputationKind.TRAIT, key.hashCode()),
        key,
        SampleDefinitions.settings(),
        new TraitDefinition(AggregateKind.MAX, "Bought", List.of(property), List.of(), null),
        SampleDefinitions.NOON);
  }

  private static ComputedTrait counted(String key, String... property) {
    return ComputedTrait.of(
        new ComputationId(ComputationKind.TRAIT, key.hashCode()),
        key,
        SampleDefinitions.settings(),
        new TraitDefinition(
            AggregateKind.EVENT_COUNT,
            "Bought",
            null,
            List.of(new PropertyCondition(List.of(property), EXISTS)),
            null),
        SampleDefinitions.NOON);
  }

  private static AudienceCondition has(String trait) {
    return new AudienceCondition.TraitIs(trait, EXISTS);
  }

  private static AudienceCondition bought(String... property) {
    return new AudienceCondition.Not(
        new AudienceCondition.EventCount(
            "Bought", List.of(new PropertyCondition(List.of(property), EXISTS)), null, ONCE));
  }

  /** The oldest ones depend on newer ones, so that the order does not matter. */
  private static final List<Computation> ALL =
      List.of(
          audience("in_rich", in("rich", "buyers")),
          audience("rich", has("top")),
          audience("mailed", has("email")),
          audience("at_home", bought("address", "city")),
          audience("buyers", bought("sku")),
          highest("top", "price"),
          counted("discounts", "coupon"),
          trait("orders", "Bought"));

  private static List<String> hidden(String... paths) {
    Redaction redaction = ComputedRedaction.of(Redaction.of(List.of(paths)), ALL);
    return ALL.stream()
        .map(Computation::key)
        .filter(key -> ComputedRedaction.hides(key, redaction))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "traits.email, mailed",
    "*.email, mailed",
    "properties.price, in_rich rich top",
    "*.price, in_rich rich top",
    "properties.address, at_home",
    "properties.address.city, at_home",
    "*.city, at_home",
    "properties.sku, in_rich buyers",
    "properties.coupon, discounts",
    "properties, in_rich rich at_home buyers top discounts",
    "event, in_rich rich at_home buyers top discounts orders",
    "traits, in_rich rich mailed at_home buyers top discounts orders",
    "traits.top, in_rich rich top",
    "traits.rich, in_rich rich",
    "context.ip, ''",
    "userId, ''",
    "properties.address.city.zip, ''"
  })
  void resultsOfHiddenFields_areHidden(String path, String keys) {
    assertThat(hidden(path))
        .isEqualTo(Stream.of(keys.split(" ")).filter(k -> !k.isEmpty()).toList());
  }

  @Test
  void hiddenResult_isMaskedInMessages() {
    Redaction redaction = ComputedRedaction.of(Redaction.of(List.of("properties.price")), ALL);
    assertThat(redaction.masked("{\"traits\":{\"top\":5,\"rich\":true,\"orders\":2}}"))
        .isEqualTo("{\"traits\":{\"top\":\"***\",\"rich\":\"***\",\"orders\":2}}");
    assertThat(redaction.masked("{\"properties\":{\"price\":5,\"top\":5}}"))
        .isEqualTo("{\"properties\":{\"price\":\"***\",\"top\":5}}");
  }

  @Test
  void nameOfAPage_isHiddenAsAProperty() {
    Redaction redaction = ComputedRedaction.of(Redaction.of(List.of("name")), List.of());
    assertThat(ComputedRedaction.hidesProperty(List.of("name"), redaction)).isTrue();
    assertThat(ComputedRedaction.hidesProperty(List.of("category"), redaction)).isFalse();
  }

  @Test
  void noRedaction_hidesNothing() {
    assertThat(ComputedRedaction.of(Redaction.NONE, ALL).isNone()).isTrue();
  }
}
