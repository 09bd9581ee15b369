package io.postrider.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.TestSeeds;
import io.postrider.route.PayloadFormat;
import io.postrider.webhook.Payloads;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares filters with an independent evaluation over trees. */
class FiltersAgainstTreeTest {

  private static final int ROUNDS = 10_000;

  private final Random random = TestSeeds.random(FiltersAgainstTreeTest.class);
  private final RandomFilters randomly = new RandomFilters(random);

  private RecordView message() {
    MessageType type = randomly.type();
    return FilterTestMessages.call(type, randomly.body());
  }

  private static String json(RecordView record) {
    return UTF_8.decode(record.json()).toString();
  }

  @Test
  void conditions_agree() throws Exception {
    int matched = 0;
    for (int i = 0; i < ROUNDS; i++) {
      RecordView record = message();
      List<@Nullable FilterCondition> matches = Arrays.asList(randomly.match(4), randomly.match(2));
      Filters filters =
          Filters.of(
              matches.stream()
                  .map(match -> new Filter(null, true, match, new FilterAction.Drop()))
                  .toList());
      TreeFilters tree = new TreeFilters(json(record));
      boolean dropped = matches.stream().anyMatch(tree::matches);
      assertThat(filters.letsPass(record))
          .as("%s of %s", filters, json(record))
          .isNotEqualTo(dropped);
      matched += dropped ? 1 : 0;
    }
    assertThat(matched).as("both answers were met often").isBetween(ROUNDS / 5, ROUNDS * 4 / 5);
  }

  @Test
  void trimming_agrees() {
    int changed = 0;
    for (int i = 0; i < ROUNDS; i++) {
      RecordView record = message();
      boolean keeps = random.nextBoolean();
      List<FieldPath> paths =
          IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(n -> randomly.path()).toList();
      FilterAction action = keeps ? new FilterAction.Keep(paths) : new FilterAction.Omit(paths);
      Filters filters = Filters.of(List.of(new Filter(null, true, null, action)));
      for (PayloadFormat payload : PayloadFormat.values()) {
        byte[] body = Payloads.body(record, payload);
        String left = new String(filters.trimmed(body, record), UTF_8);
        String whole = new String(body, UTF_8);
        assertThat(left).as("%s of %s", action, whole).isEqualTo(expected(whole, paths, keeps));
        changed += left.equals(whole) ? 0 : 1;
      }
    }
    assertThat(changed).as("something was left out often").isGreaterThan(ROUNDS / 2);
  }

  private static String expected(String body, List<FieldPath> paths, boolean keeps) {
    Map<String, Object> tree = RawTree.parse(body);
    for (FieldPath path : paths) {
      String root = path.root().wireName();
      Map<String, Object> members = RawTree.map(tree.get(root));
      if (members != null && !keeps) {
        RawTree.omit(members, encoded(path.keys()));
      } else if (members != null) {
        List<List<String>> kept =
            paths.stream()
                .filter(one -> one.root() == path.root())
                .map(one -> encoded(one.keys()))
                .toList();
        tree.put(root, RawTree.kept(members, kept));
      }
    }
    return RawTree.text(tree);
  }

  private static List<String> encoded(List<String> keys) {
    return keys.stream().map(key -> key.replace("\"", "\\\"")).toList();
  }
}
