package io.postrider.client.examples;

import io.postrider.client.Alias;
import io.postrider.client.DeliveryListener;
import io.postrider.client.Failure;
import io.postrider.client.Group;
import io.postrider.client.Identify;
import io.postrider.client.Page;
import io.postrider.client.Postrider;
import io.postrider.client.QueuedMessage;
import io.postrider.client.Screen;
import io.postrider.client.Track;
import io.postrider.client.WhenFull;
import io.postrider.client.webhook.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The examples of the README. {@link ReadmeTest} runs them and compares the text between the
 * markers.
 */
public final class Examples {

  private Examples() {}

  public static void start(String endpoint) {
    // example: start
    try (Postrider postrider = Postrider.builder("WRITE_KEY").endpoint(endpoint).build()) {
      postrider.track(new Track("Order Placed").userId("ada").property("total", 39.95));
    }
    // end
  }

  public static void calls(Postrider postrider) {
    // example: calls
    postrider.identify(new Identify().userId("ada").trait("plan", "pro"));
    postrider.track(
        new Track("Order Placed").userId("ada").properties(Map.of("total", 39.95, "items", 3)));
    postrider.page(new Page("Checkout").category("Shop").anonymousId("b7c1"));
    postrider.screen(new Screen("Settings").userId("ada"));
    postrider.group(new Group("acme").userId("ada").trait("name", "Acme"));
    postrider.alias(new Alias("b7c1", "ada"));
    // end
  }

  public static void history(Postrider postrider) {
    // example: history
    postrider.track(
        new Track("Signed Up").userId("ada").timestamp(Instant.parse("2009-11-10T23:00:00Z")));
    // end
  }

  public static void destinations(Postrider postrider) {
    // example: destinations
    postrider.track(
        new Track("Signed Up")
            .userId("ada")
            .integration("All", false)
            .integration("Webhooks", true));
    // end
  }

  public static Postrider settings(String endpoint, DeliveryListener listener) {
    // example: settings
    Postrider postrider =
        Postrider.builder("WRITE_KEY")
            .endpoint(endpoint)
            .flushAt(100)
            .flushAfter(Duration.ofSeconds(1))
            .queueMessages(50_000)
            .queueBytes(64 << 20)
            .whenFull(WhenFull.BLOCK)
            .listener(listener)
            .build();
    // end
    return postrider;
  }

  // example: listener
  /** Counts delivered messages and prints failed ones. */
  static final class CountingListener implements DeliveryListener {
    int delivered;

    @Override
    public void delivered(List<QueuedMessage> messages) {
      delivered += messages.size();
    }

    @Override
    public void failed(List<QueuedMessage> messages, Failure failure) {
      for (QueuedMessage message : messages) {
        System.err.println(failure + " " + message.json());
      }
    }
  }

  // end

  static boolean webhook(byte[] body, @Nullable String header) {
    // example: webhook
    boolean genuine = Signature.verify("SHARED_SECRET", body, header);
    // end
    return genuine;
  }
}
