package io.postrider.server.alerts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.DestinationId;
import io.postrider.route.SharedSecret;
import io.postrider.route.Workspace.Notifications;
import io.postrider.server.alerts.Notification.Sent;
import io.postrider.server.alerts.Observation.Condition;
import io.postrider.server.alerts.sql.SqlNotificationStore;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores and posts alerts, with a real store. */
class NotificationDispatcherTest {

  private static final DestinationId ONE = new DestinationId(1);
  private static final DestinationId OTHER = new DestinationId(2);
  private static final Duration QUIET = Duration.ofMinutes(5);
  private static final Notifications ON =
      new Notifications(
          "https://ops.example/", SharedSecret.current("s3cret"), Duration.ofHours(1));

  @TempDir Path folder;

  private final List<String> posted = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private Database database;
  private NotificationStore store;
  private NotificationDispatcher dispatcher;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @BeforeEach
  void open() {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("n.db")), Schema.NOTIFICATIONS);
    store = new SqlNotificationStore(database);
    dispatcher = new NotificationDispatcher(store, this::take, QUIET);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void restart() {
    close();
    open();
  }

  /** The operator's URL; accepts everything unless a test sets errors. */
  private Optional<String> take(String url, @Nullable SharedSecret secret, byte[] body) {
    assertThat(url).isEqualTo("https://ops.example/");
    assertThat(secret).isEqualTo(SharedSecret.current("s3cret"));
    posted.add(new String(body, UTF_8));
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers.removeFirst());
  }

  private static Observation observation(DestinationId id, Condition condition) {
    return new Observation(id, "Hook " + id.bits(), condition, null, null);
  }

  private void turn(Notifications settings, Observation... observations) {
    dispatcher.observe(List.of(observations), settings, now);
    dispatcher.post(settings, now);
  }

  private List<Sent> sent() {
    return store.page(Long.MAX_VALUE, 200).items().stream().map(Notification::sent).toList();
  }

  @Test
  void incident_isPostedOnceAndNotAgainAfterARestart() {
    turn(ON, observation(ONE, Condition.FAILING));
    restart();
    now = now.plusSeconds(5);
    turn(ON, observation(ONE, Condition.FAILING));
    assertThat(posted).hasSize(1);
    assertThat(posted.getFirst())
        .startsWith("{\"id\":\"ntf_")
        .endsWith(
            "\"at\":\"2026-03-01T12:00:00.000Z\",\"kind\":\"destination.failing\","
                + "\"destinationId\":\"dst_0000000000001\",\"destinationName\":\"Hook 1\","
                + "\"message\":\"Destination “Hook 1” is failing.\","
                + "\"since\":\"2026-03-01T12:00:00.000Z\"}");
    assertThat(sent()).containsExactly(Sent.SENT);
  }

  @Test
  void alertStoredBeforeACrash_isPostedAfterIt() {
    dispatcher.observe(List.of(observation(ONE, Condition.FAILING)), ON, now);
    restart();
    turn(ON, observation(ONE, Condition.FAILING));
    assertThat(posted).hasSize(1);
  }

  @Test
  void crashBetweenResponseAndUpdate_postsTheSameAgain() {
    NotificationStore failing = new FailingUpdates(store);
    dispatcher = new NotificationDispatcher(failing, this::take, QUIET);
    dispatcher.observe(List.of(observation(ONE, Condition.FAILING)), ON, now);
    assertThatThrownBy(() -> dispatcher.post(ON, now)).isInstanceOf(IllegalStateException.class);
    restart();
    turn(ON, observation(ONE, Condition.FAILING));
    assertThat(posted).hasSize(2);
    assertThat(posted.get(1)).isEqualTo(posted.get(0));
  }

  @Test
  void failedPost_isRetriedWithBackoff() {
    answers.addAll(List.of("no", "no", "no"));
    turn(ON, observation(ONE, Condition.FAILING), observation(OTHER, Condition.FAILING));
    assertThat(posted).as("the other notification waits").hasSize(1);
    List<Duration> pauses = List.of(Duration.ofSeconds(5), Duration.ofSeconds(10));
    for (Duration pause : pauses) {
      now = now.plus(pause).minusMillis(1);
      dispatcher.post(ON, now);
      int before = posted.size();
      now = now.plusMillis(1);
      dispatcher.post(ON, now);
      assertThat(posted).hasSize(before + 1);
    }
    assertThat(sent()).containsOnly(Sent.WAITING);
    now = now.plusSeconds(20);
    dispatcher.post(ON, now);
    assertThat(sent()).containsExactly(Sent.SENT, Sent.SENT);
    assertThat(posted).hasSize(5);
    assertThat(NotificationDispatcher.backoff(100)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void notification_isGivenUpAfterAnHour() {
    answers.addAll(List.of("no", "no"));
    turn(ON, observation(ONE, Condition.FAILING));
    now = now.plus(NotificationDispatcher.RETRY_FOR).minusMillis(1);
    dispatcher.post(ON, now);
    assertThat(posted).hasSize(2);
    assertThat(sent()).containsExactly(Sent.WAITING);
    now = now.plus(Duration.ofMinutes(5));
    dispatcher.post(ON, now);
    assertThat(posted).hasSize(2);
    assertThat(sent()).containsExactly(Sent.FAILED);
  }

  @Test
  void withoutAUrl_notificationsAreStoredAndNotPosted() {
    turn(Notifications.NONE, observation(ONE, Condition.FAILING));
    assertThat(posted).isEmpty();
    assertThat(sent()).containsExactly(Sent.OFF);
    turn(ON, observation(ONE, Condition.FAILING), observation(OTHER, Condition.FAILING));
    assertThat(posted).as("stays off").hasSize(1);
    answers.add("no");
    turn(ON, observation(new DestinationId(3), Condition.FAILING));
    turn(Notifications.NONE);
    now = now.plusSeconds(10);
    turn(Notifications.NONE);
    assertThat(sent()).containsExactly(Sent.OFF, Sent.SENT, Sent.OFF);
  }

  @Test
  void deletedDestination_closesItsIncidentWithoutAlert() {
    turn(ON, observation(ONE, Condition.FAILING));
    turn(ON);
    assertThat(store.incidents()).isEmpty();
    turn(ON, observation(ONE, Condition.HEALTHY));
    assertThat(posted).hasSize(1);
    turn(ON, observation(ONE, Condition.FAILING));
    assertThat(posted).as("a new incident").hasSize(2);
  }

  @Test
  void recoveryAcrossARestart_isPosted() {
    turn(ON, observation(ONE, Condition.FAILING));
    now = now.plusSeconds(60);
    turn(ON, observation(ONE, Condition.HEALTHY));
    restart();
    now = now.plus(QUIET);
    turn(ON, observation(ONE, Condition.UNKNOWN));
    assertThat(posted.getLast()).contains("destination.recovered");
    turn(ON, observation(ONE, Condition.HEALTHY));
    assertThat(posted).hasSize(2);
  }

  @Test
  void unavailableStore_losesNothing() {
    FailingUpdates unavailable = new FailingUpdates(store);
    unavailable.refusesChanges = true;
    dispatcher = new NotificationDispatcher(unavailable, this::take, QUIET);
    List<Observation> observations = List.of(observation(ONE, Condition.FAILING));
    assertThatThrownBy(() -> dispatcher.observe(observations, ON, now))
        .isInstanceOf(IllegalStateException.class);
    unavailable.refusesChanges = false;
    dispatcher.observe(observations, ON, now);
    assertThat(sent()).containsExactly(Sent.WAITING);
  }

  @Test
  void ids_growWhenTheClockGoesBack() {
    turn(ON, observation(ONE, Condition.FAILING));
    now = now.minus(Duration.ofDays(1));
    restart();
    turn(ON, observation(ONE, Condition.FAILING), observation(OTHER, Condition.FAILING));
    List<Notification> kept = store.page(Long.MAX_VALUE, 10).items();
    assertThat(kept).extracting(Notification::destination).containsExactly(OTHER, ONE);
  }

  /** A store that a test makes fail. */
  private static final class FailingUpdates implements NotificationStore {

    private final NotificationStore real;
    boolean refusesChanges;

    FailingUpdates(NotificationStore real) {
      this.real = real;
    }

    @Override
    public List<Incident> incidents() {
      return real.incidents();
    }

    @Override
    public long newestId() {
      return real.newestId();
    }

    @Override
    public void save(List<Change> changes) {
      if (refusesChanges) {
        throw new IllegalStateException("unavailable");
      }
      real.save(changes);
    }

    @Override
    public List<Notification> waiting(int most) {
      return real.waiting(most);
    }

    @Override
    public void update(long id, Sent sent) {
      throw new IllegalStateException("unavailable");
    }

    @Override
    public Slice<Notification> page(long beforeId, int limit) {
      return real.page(beforeId, limit);
    }

    @Override
    public void sweep(Instant before, int most) {
      real.sweep(before, most);
    }
  }
}
