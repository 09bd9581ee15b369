package io.postrider.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.IngestHarness;
import io.postrider.message.NodeJs;
import io.postrider.message.RandomJson;
import io.postrider.message.RecordView;
import io.postrider.message.TestSeeds;
import io.postrider.route.PayloadFormat;
import io.postrider.webhook.Payloads;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A trimmed body is still what JavaScript prints after parsing it. */
class TrimmingAgainstNodeTest {

  private static final List<FieldPath> FIELDS =
      Stream.of("a", "b.a", "name", "0", "7", "b.1", "context.a", "userId", "10.b")
          .map(path -> FieldPath.parse("properties." + path).orElseThrow())
          .toList();

  @Test
  void trimmedBody_staysCanonical() throws Exception {
    Random random = TestSeeds.random(TrimmingAgainstNodeTest.class);
    Filters omit = filters(new FilterAction.Omit(FIELDS));
    Filters keep = filters(new FilterAction.Keep(FIELDS));
    int changed = 0;
    try (NodeJs node = new NodeJs()) {
      for (int i = 0; i < 3_000; i++) {
        String properties = RandomJson.object(random);
        String call = "{\"userId\":\"u\",\"event\":\"e\",\"properties\":" + properties + "}";
        RecordView record = new IngestHarness().track(call).view(0);
        for (Filters filters : List.of(omit, keep)) {
          byte[] body = Payloads.body(record, PayloadFormat.FULL);
          byte[] left = filters.trimmed(body, record);
          assertThat(new String(node.canonicalize(left), UTF_8)).isEqualTo(new String(left, UTF_8));
          changed += left.length < body.length ? 1 : 0;
        }
      }
    }
    assertThat(changed).isGreaterThan(1_000);
  }

  private static Filters filters(FilterAction action) {
    return Filters.of(List.of(new Filter(null, true, null, action)));
  }
}
