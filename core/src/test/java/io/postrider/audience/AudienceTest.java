package io.postrider.audience;

import static io.postrider.audience.SampleDefinitions.NOON;
import static io.postrider.audience.SampleDefinitions.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AudienceTest {

  private static final Instant LATER = NOON.plusSeconds(60);

  private final Audience audience = SampleDefinitions.audience("vip", in("a"));

  @Test
  void version_changesOnlyWithTheDefinition() {
    Audience renamed =
        audience.with(
            new ComputationSettings(
                "new", false, List.of(new DestinationId(1)), SyncSchedule.REALTIME),
            LATER);
    assertThat(renamed.version()).isEqualTo(1);
    assertThat(renamed.updatedAt()).isEqualTo(LATER);
    assertThat(renamed.createdAt()).isEqualTo(NOON);
    Audience redefined = renamed.with(renamed.settings(), in("b"), LATER.plusSeconds(1));
    assertThat(redefined.version()).isEqualTo(2);
    assertThat(redefined.key()).isEqualTo("vip");
  }

  @Test
  void equalSettings_changeNothing() {
    assertThat(audience.with(SampleDefinitions.settings(), in("a"), LATER)).isSameAs(audience);
    AudienceCondition one = new AudienceCondition.TraitIs("n", number("1"));
    Audience numbered = SampleDefinitions.audience("n", one);
    assertThat(
            numbered.with(
                numbered.settings(), new AudienceCondition.TraitIs("n", number("1.0")), LATER))
        .as("another spelling of the same number")
        .isSameAs(numbered);
  }

  private static Comparison number(String text) {
    return new Comparison(Operator.EQUALS, List.of(Value.of(Decimal.of(text))));
  }

  private static AudienceCondition counted(String event, Operator operator, String number) {
    return new AudienceCondition.EventCount(
        event, List.of(), null, new Comparison(operator, List.of(Value.of(Decimal.of(number)))));
  }

  @Test
  void conditionOnAnEvent_cannotHoldWithoutIt() {
    AudienceCondition bought = counted("Bought", Operator.AT_LEAST, "1");
    AudienceCondition never = counted("Bought", Operator.EQUALS, "0");
    Set<String> missing = Set.of("Bought", "Left");
    assertThat(bought.canHoldWithout(missing)).isFalse();
    assertThat(bought.canHoldWithout(Set.of("Left"))).isTrue();
    assertThat(never.canHoldWithout(missing)).isTrue();
    assertThat(new AudienceCondition.Not(bought).canHoldWithout(missing)).isTrue();
    AudienceCondition seen = counted("Seen", Operator.AT_LEAST, "1");
    assertThat(new AudienceCondition.All(List.of(seen, bought)).canHoldWithout(missing)).isFalse();
    assertThat(new AudienceCondition.All(List.of(seen, never)).canHoldWithout(missing)).isTrue();
    assertThat(new AudienceCondition.Any(List.of(seen, bought)).canHoldWithout(missing)).isTrue();
    assertThat(new AudienceCondition.Any(List.of(bought, bought)).canHoldWithout(missing))
        .isFalse();
    assertThat(new AudienceCondition.All(List.of()).canHoldWithout(missing)).isTrue();
  }

  @Test
  void destination_isRemoved() {
    ComputationSettings two =
        SampleDefinitions.settings(new DestinationId(1), new DestinationId(2));
    assertThat(two.without(new DestinationId(1)).destinations())
        .containsExactly(new DestinationId(2));
    assertThat(two.without(new DestinationId(3))).isEqualTo(two);
  }

  @Test
  void id_hasThePrefixOfItsKind() {
    ComputationId audienceId = new ComputationId(ComputationKind.AUDIENCE, -1);
    ComputationId traitId = new ComputationId(ComputationKind.TRAIT, -1);
    assertThat(audienceId).hasToString("aud_fzzzzzzzzzzzz");
    assertThat(traitId).hasToString("ctr_fzzzzzzzzzzzz");
    assertThat(ComputationId.parse(ComputationKind.AUDIENCE, "aud_fzzzzzzzzzzzz"))
        .contains(audienceId);
    assertThat(ComputationId.parse(ComputationKind.TRAIT, "aud_fzzzzzzzzzzzz")).isEmpty();
  }

  @Test
  void property_isRequiredByItsKind() {
    assertThatThrownBy(() -> new TraitDefinition(AggregateKind.SUM, "e", null, List.of(), null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new TraitDefinition(AggregateKind.EVENT_COUNT, "e", List.of("p"), List.of(), null))
        .isInstanceOf(IllegalArgumentException.class);
    for (AggregateKind kind : AggregateKind.values()) {
      assertThat(AggregateKind.parse(kind.wireName())).contains(kind);
    }
    assertThat(AggregateKind.parse("median")).isEmpty();
  }
}
