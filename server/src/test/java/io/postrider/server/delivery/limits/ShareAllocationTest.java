package io.postrider.server.delivery.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ShareAllocationTest {

  private static List<Long> shares(long limit, long turn, long... wanted) {
    return List.copyOf(ShareAllocation.of(limit, wants(wanted), turn).values());
  }

  private static SortedMap<String, Long> wants(long... wanted) {
    SortedMap<String, Long> nodes = new TreeMap<>();
    for (int i = 0; i < wanted.length; i++) {
      nodes.put("node-" + i, wanted[i]);
    }
    return nodes;
  }

  @Test
  void shares_followDemand() {
    assertThat(shares(10, 0, 10, 0)).containsExactly(10L, 0L);
    assertThat(shares(10, 0, 10, 10)).containsExactly(5L, 5L);
    assertThat(shares(10, 0, 10, 2)).containsExactly(8L, 2L);
    assertThat(shares(10, 0, 10, 10, 1)).containsExactly(5L, 4L, 1L);
  }

  @Test
  void whatNobodyWants_isDividedEvenly() {
    assertThat(shares(10, 0, 0, 0)).containsExactly(5L, 5L);
    assertThat(shares(10, 0, 4, 0)).containsExactly(7L, 3L);
    assertThat(shares(11, 7, 0, 0)).as("and does not wander").containsExactly(6L, 5L);
  }

  @Test
  void partThatCannotBeDivided_takesTurnsAmongThoseThatWantIt() {
    assertThat(shares(1, 0, 1, 0, 1)).containsExactly(1L, 0L, 0L);
    assertThat(shares(1, 1, 1, 0, 1)).containsExactly(0L, 0L, 1L);
    assertThat(shares(1, 2, 1, 0, 1)).containsExactly(1L, 0L, 0L);
    assertThat(shares(1, 1, 0, 0, 1)).containsExactly(0L, 0L, 1L);
    assertThat(shares(2, 2, 9, 9, 9)).containsExactly(1L, 0L, 1L);
  }

  @Test
  void sum_isTheLimit_andNobodyGetsMoreThanOneThatWantsMore() {
    RandomGenerator random = RandomGenerator.of("SplittableRandom");
    for (int i = 0; i < 5_000; i++) {
      long limit = random.nextLong(1, 40);
      long[] wanted = new long[random.nextInt(1, 7)];
      for (int node = 0; node < wanted.length; node++) {
        wanted[node] = random.nextLong(limit + 1);
      }
      List<Long> shares = shares(limit, random.nextLong(100), wanted);
      String what = "limit %d, wanted %s".formatted(limit, wants(wanted));
      assertThat(shares.stream().mapToLong(Long::longValue).sum()).as(what).isEqualTo(limit);
      for (int one = 0; one < wanted.length; one++) {
        for (int other = 0; other < wanted.length; other++) {
          if (shares.get(one) < wanted[one]) {
            assertThat(shares.get(other)).as(what).isLessThanOrEqualTo(shares.get(one) + 1);
          }
        }
      }
    }
  }
}
