package io.postrider.server;

import io.postrider.server.alerts.AlertsFeature;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.LogFollower;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.DigestIndex;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.delivery.api.DeliveryApi;
import io.postrider.server.ingest.IngestMetrics;
import io.postrider.server.people.PeopleFeature;
import io.postrider.server.privacy.Privacy;
import io.postrider.server.usage.IntakeRecorder;
import io.postrider.server.usage.debugger.Debugger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes on in a node beside answering requests: delivering, counting, forgetting users, keeping
 * profiles and audiences; each if the node has the role for it.
 *
 * @param delivery null on a node that does not deliver
 * @param deliveries what the admin API asks of it
 */
record Jobs(
    @Nullable DeliveryService delivery,
    DeliveryApi deliveries,
    IntakeRecorder intake,
    Privacy privacy,
    SeenEvents seen,
    Debugger debugger) {

  /**
   * Starts them, in the order in which they need each other.
   *
   * @param open gets what has to be closed before the ground is
   */
  static Jobs start(Config config, OpeningFeatures parts, Ground ground, ClosingStack open) {
    AlertsFeature insight = parts.insight();
    DeliveryFeature delivering = parts.delivery().orElse(null);
    DeliveryService delivery = delivering == null ? null : deliver(delivering, parts, ground, open);
    DeliveryApi deliveries = delivery == null ? DeliveryApi.none() : ports(delivery, parts, ground);
    if (delivery != null) {
      open.add(insight.start(delivery, parts.catalog().live()));
    }
    IntakeRecorder intake =
        open.add(
            parts
                .usage()
                .startIntake(
                    () -> IngestMetrics.acceptedTotal(ground.metrics()),
                    () -> IngestMetrics.rejectedTotal(ground.metrics())));
    // A node that delivers also counts, and derives which users were seen.
    LogFollower counting = delivery == null ? null : count(parts, ground, open);
    Privacy privacy = regulate(delivery, counting, parts, ground, open);
    SeenEvents seen = parts.usage().seenEvents(counting);
    Debugger debugger = open.add(new Debugger(ground.log(), ground.hidden()));
    if (config.node().has(Role.AUDIENCE)) {
      keepProfiles(privacy, parts, ground, open);
    }
    return new Jobs(delivery, deliveries, intake, privacy, seen, debugger);
  }

  private static DeliveryService deliver(
      DeliveryFeature part, OpeningFeatures parts, Ground ground, ClosingStack open) {
    DeliveryService delivery =
        part.start(
            ground.vertx(),
            ground.log(),
            ground.retained(),
            ground.hidden(),
            ground.metrics(),
            parts.catalog().live().current(),
            open);
    parts.catalog().live().listen(delivery::apply);
    return delivery;
  }

  private static DeliveryApi ports(DeliveryService delivery, OpeningFeatures parts, Ground ground) {
    DigestIndex hashes = new DigestIndex(ground.log());
    return DeliveryApi.of(
        delivery,
        parts.catalog().live(),
        ground.log(),
        new MessageSearch(ground.log(), ground.hashKey(), hashes, ground.hidden()),
        new UserSearch(ground.log(), ground.hashKey(), ground.hidden()),
        parts.usage()::countedSources);
  }

  private static Privacy regulate(
      @Nullable DeliveryService delivery,
      @Nullable LogFollower counting,
      OpeningFeatures parts,
      Ground ground,
      ClosingStack open) {
    return parts
        .privacy()
        .start(
            ground.log(),
            ground.hashKey(),
            parts.catalog().live(),
            parts.catalog().trail(),
            ground.tombstones(),
            List.of((users, sources) -> parts.profiles().erase(users)),
            delivery,
            counting,
            ground.metrics(),
            open);
  }

  private static LogFollower count(OpeningFeatures parts, Ground ground, ClosingStack open) {
    return open.add(
        parts
            .usage()
            .start(
                ground.log(),
                parts.catalog().live(),
                parts.privacy().seenUsers(ground.log(), ground.hashKey()),
                ground.courtesy(),
                ground.metrics()));
  }

  private static void keepProfiles(
      Privacy privacy, OpeningFeatures parts, Ground ground, ClosingStack open) {
    PeopleFeature people = parts.profiles();
    people.startAudiences(
        ground.log(),
        ground.hashKey(),
        privacy::suppressed,
        parts.catalog().live(),
        ground.metrics(),
        open);
    people.startProfiles(ground.log(), ground.hidden(), ground.courtesy(), ground.metrics(), open);
  }
}
