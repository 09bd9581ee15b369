package io.postrider.audience;

import static io.postrider.audience.SampleDefinitions.audience;
import static io.postrider.audience.SampleDefinitions.in;
import static io.postrider.audience.SampleDefinitions.trait;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AudienceGraphTest {

  private static final AudienceCondition NOTHING = new AudienceCondition.Any(List.of());

  private static List<String> keys(List<Audience> audiences) {
    return audiences.stream().map(Audience::key).toList();
  }

  @Test
  void definition_hasDependencies() {
    Comparison there = new Comparison(Operator.EXISTS, List.of());
    PropertyCondition property = new PropertyCondition(List.of("total"), there);
    AudienceCondition definition =
        new AudienceCondition.All(
            List.of(
                new AudienceCondition.Not(new AudienceCondition.InAudience("vip")),
                new AudienceCondition.Any(
                    List.of(
                        new AudienceCondition.TraitIs("plan", there),
                        new AudienceCondition.EventCount(
                            "Bought", List.of(property), null, SampleDefinitions.ONCE),
                        new AudienceCondition.EventCount(
                            "Bought", List.of(), null, SampleDefinitions.ONCE))),
                new AudienceCondition.EventCount("Seen", List.of(), null, SampleDefinitions.ONCE)));
    Dependencies dependencies = definition.dependencies();
    assertThat(dependencies.audiences()).containsExactly("vip");
    assertThat(dependencies.traits()).containsExactly("plan");
    assertThat(dependencies.events()).containsExactly("Bought", "Seen");
    assertThat(definition.size()).as("properties count too").isEqualTo(9);
    assertThat(trait("t", "Paid").dependencies().events()).containsExactly("Paid");
    assertThat(dependencies).isEqualTo(definition.dependencies());
  }

  @Test
  void audiences_areOrderedByDependency() {
    Audience top = audience("top", in("middle", "low"));
    Audience middle = audience("middle", in("low", "unknown"));
    Audience low = audience("low", NOTHING);
    assertThat(keys(AudienceGraph.order(List.of(top, middle, low))))
        .containsExactly("low", "middle", "top");
    Audience other = audience("other", NOTHING);
    assertThat(keys(AudienceGraph.order(List.of(other, low, top, middle))))
        .as("and otherwise stay")
        .containsExactly("other", "low", "middle", "top");
  }

  @Test
  void randomAudiences_areOrdered() {
    Random random = new Random(20_260_101L);
    for (int run = 0; run < 200; run++) {
      List<Audience> audiences = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        int below = i;
        String[] named =
            random
                .ints(random.nextInt(4), 0, Math.max(1, below))
                .filter(n -> n < below)
                .mapToObj(n -> "a" + n)
                .toArray(String[]::new);
        audiences.add(audience("a" + i, in(named)));
      }
      Collections.shuffle(audiences, random);
      List<String> order = keys(AudienceGraph.order(audiences));
      assertThat(order).hasSize(30).doesNotHaveDuplicates();
      for (Audience audience : audiences) {
        for (String named : audience.dependencies().audiences()) {
          assertThat(order.indexOf(named)).isLessThan(order.indexOf(audience.key()));
        }
        assertThat(AudienceGraph.cycle(audience.key(), audience.definition(), audiences)).isEmpty();
      }
    }
  }

  @Test
  void cycle_isReportedWithItsPath() {
    Audience a = audience("a", NOTHING);
    Audience b = audience("b", in("x", "a"));
    Audience c = audience("c", in("b"));
    List<Audience> all = List.of(a, b, c);
    assertThat(AudienceGraph.cycle("a", in("a"), all)).containsExactly("a", "a");
    assertThat(AudienceGraph.cycle("a", in("b"), all)).containsExactly("a", "b", "a");
    assertThat(AudienceGraph.cycle("a", new AudienceCondition.Not(in("y", "c")), all))
        .containsExactly("a", "c", "b", "a");
    assertThat(AudienceGraph.cycle("c", in("b"), all)).as("what it was does not count").isEmpty();
  }

  @Test
  void longChain_isNoCycle() {
    List<Audience> chain = new ArrayList<>();
    for (int i = 0; i < Computation.MAX_PER_KIND; i++) {
      chain.add(audience("a" + i, i == 0 ? NOTHING : in("a" + (i - 1))));
    }
    assertThat(keys(AudienceGraph.order(chain.reversed())).getFirst()).isEqualTo("a0");
    String last = "a" + (Computation.MAX_PER_KIND - 1);
    assertThat(AudienceGraph.cycle("new", in(last), chain)).isEmpty();
    assertThat(AudienceGraph.cycle("a0", in(last), chain)).hasSize(Computation.MAX_PER_KIND + 1);
  }

  @Test
  void users_referToTheComputation() {
    ComputedTrait spent = trait("spent", "Bought");
    Audience vip =
        audience(
            "vip",
            new AudienceCondition.TraitIs("spent", new Comparison(Operator.EXISTS, List.of())));
    Audience best = audience("best", in("vip"));
    Audience namesake =
        audience(
            "spent_much",
            new AudienceCondition.TraitIs(
                "vip", new Comparison(Operator.EQUALS, List.of(Value.of(true)))));
    List<Audience> all = List.of(vip, best, namesake);
    assertThat(AudienceGraph.users(spent, all)).containsExactly(vip);
    assertThat(AudienceGraph.users(vip, all)).as("a trait is no audience").containsExactly(best);
    assertThat(AudienceGraph.users(best, all)).isEmpty();
  }
}
