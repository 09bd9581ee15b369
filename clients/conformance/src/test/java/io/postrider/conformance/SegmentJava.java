package io.postrider.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.segment.analytics.Analytics;
import com.segment.analytics.Callback;
import com.segment.analytics.messages.AliasMessage;
import com.segment.analytics.messages.GroupMessage;
import com.segment.analytics.messages.IdentifyMessage;
import com.segment.analytics.messages.Message;
import com.segment.analytics.messages.MessageBuilder;
import com.segment.analytics.messages.PageMessage;
import com.segment.analytics.messages.ScreenMessage;
import com.segment.analytics.messages.TrackMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Makes every kind of call with Segment's library for Java. */
final class SegmentJava implements Callback {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<JsonNode> calls = new ArrayList<>();
  private final List<MessageBuilder<?, ?>> builders = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final CountDownLatch answered = new CountDownLatch(7);

  private SegmentJava() {}

  static List<JsonNode> call(Service service) throws InterruptedException {
    SegmentJava calls = new SegmentJava();
    calls.prepare();
    calls.send(service);
    return calls.calls;
  }

  private void prepare() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("total", 39.95);
    values.put("count", 3);
    values.put("big", 9_007_199_254_740_991L);
    values.put("ok", true);
    values.put("text", "Zürich 😀 <&>");
    values.put("list", Arrays.asList(1, "ü", Map.of("deep", List.of())));
    add(
        IdentifyMessage.builder().traits(values).userId("ada"),
        call("identify").put("userId", "ada").set("traits", JSON.valueToTree(values)));
    add(
        TrackMessage.builder("Order Placed").properties(values).userId("ada"),
        call("track")
            .put("userId", "ada")
            .put("event", "Order Placed")
            .set("properties", JSON.valueToTree(values)));
    add(
        TrackMessage.builder("Signed Up")
            .anonymousId("b7c1")
            .sentAt(Date.from(Instant.parse("2009-11-10T23:00:00Z")))
            .timestamp(Date.from(Instant.parse("2009-11-10T23:00:00Z"))),
        call("track")
            .put("anonymousId", "b7c1")
            .put("event", "Signed Up")
            .put("originalTimestamp", "2009-11-10T23:00:00.000Z"));
    add(
        PageMessage.builder("Docs").properties(Map.of("url", "https://h/?a=1&b=2")).userId("ada"),
        call("page")
            .put("userId", "ada")
            .put("name", "Docs")
            .set("properties", JSON.createObjectNode().put("url", "https://h/?a=1&b=2")));
    add(
        ScreenMessage.builder("Settings").properties(Map.of("color", "blue")).anonymousId("b7c1"),
        call("screen")
            .put("anonymousId", "b7c1")
            .put("name", "Settings")
            .set("properties", JSON.createObjectNode().put("color", "blue")));
    add(
        GroupMessage.builder("acme").traits(Map.of("employees", 329)).userId("ada"),
        call("group")
            .put("userId", "ada")
            .put("groupId", "acme")
            .set("traits", JSON.createObjectNode().put("employees", 329)));
    add(
        AliasMessage.builder("b7c1").userId("ada"),
        call("alias").put("userId", "ada").put("previousId", "b7c1"));
  }

  private static ObjectNode call(String type) {
    return JSON.createObjectNode().put("type", type);
  }

  private void add(MessageBuilder<?, ?> builder, JsonNode call) {
    String id = "java-" + calls.size();
    Map<String, Object> context = Map.of("ip", "203.0.113.7");
    builders.add(builder.messageId(id).context(context).enableIntegration("Webhooks", true));
    ObjectNode whole = (ObjectNode) call;
    whole.put("messageId", id);
    whole.set("context", JSON.valueToTree(context));
    whole.set("integrations", JSON.createObjectNode().put("Webhooks", true));
    calls.add(whole);
  }

  private void send(Service service) throws InterruptedException {
    Analytics analytics =
        Analytics.builder(service.writeKey())
            .endpoint(service.url())
            .flushQueueSize(3)
            .callback(this)
            .build();
    builders.forEach(analytics::enqueue);
    analytics.flush();
    assertThat(answered.await(1, TimeUnit.MINUTES)).isTrue();
    analytics.shutdown();
    assertThat(failures).isEmpty();
  }

  @Override
  public void success(Message message) {
    answered.countDown();
  }

  @Override
  public void failure(Message message, Throwable throwable) {
    failures.add(throwable);
    answered.countDown();
  }
}
