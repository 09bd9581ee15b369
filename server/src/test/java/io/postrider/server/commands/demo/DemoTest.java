package io.postrider.server.commands.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.commands.demo.DemoSnapshot.AudienceRow;
import io.postrider.server.commands.demo.DemoSnapshot.DeliveryLine;
import io.postrider.server.commands.demo.DemoSnapshot.DestinationRow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The whole demo: the service, receivers that are disturbed and recover, and audiences. */
final class DemoTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static void awaitDisturbed(Demo demo, Predicate<DestinationRow> state) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                demo.snapshot().destinations().stream()
                    .anyMatch(one -> one.name().equals(DemoShop.DISTURBED) && state.test(one)));
  }

  @Test
  void demo_deliversFailsRecoversAndLeavesNothing() throws IOException {
    Path folder;
    try (Demo demo = Demo.open(0, 20, InstantSource.system())) {
      folder = demo.folder();
      awaitDisturbed(demo, one -> one.load().delivered() > 20 && one.state().equals("healthy"));
      DemoSnapshot first = demo.snapshot();
      assertThat(first.recent()).extracting(DeliveryLine::signature).containsOnly("valid");
      assertThat(first.recent()).anyMatch(one -> one.latencyMillis() >= 0);
      assertThat(first.audiences())
          .extracting(AudienceRow::name)
          .containsExactly("Abandoned Carts", "Big Spenders");
      await()
          .atMost(PATIENCE)
          .until(() -> demo.snapshot().audiences().stream().allMatch(one -> one.entered() > 0));

      demo.become(ReceiverMode.FAILING);
      awaitDisturbed(demo, one -> one.load().failedPerSecond() > 0 && one.waiting() > 0);
      demo.become(ReceiverMode.DEAD);
      awaitDisturbed(demo, one -> !one.state().equals("healthy"));
      long delivered = demo.snapshot().destinations().getLast().load().delivered();
      demo.become(ReceiverMode.HEALTHY);
      assertThat(demo.snapshot().mode()).isEqualTo(ReceiverMode.HEALTHY);
      awaitDisturbed(
          demo, one -> one.load().delivered() > delivered && one.state().equals("healthy"));
    }
    assertThat(folder).doesNotExist();
  }
}
