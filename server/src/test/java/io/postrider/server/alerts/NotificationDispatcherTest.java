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

/** What is told, posted and kept, over a real store. */
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
  private NotificationDispatcher desk;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @BeforeEach
  void open() {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("n.db")), Schema.NOTIFICATIONS);
    store = new SqlNotificationStore(database);
    desk = new NotificationDispatcher(store, this::take, QUIET);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void restart() {
    close();
    open();
  }

  /** The operator's URL: takes everything, unless a test wants something else. */
  private Optional<String> take(String url, @Nullable SharedSecret secret, byte[] body) {
    assertThat(url).isEqualTo("https://ops.example/");
    assertThat(secret).isEqualTo(SharedSecret.current("s3cret"));
    posted.add(new String(body, UTF_8));
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers.removeFirst());
  }

  private static Observation sight(DestinationId id, Condition condition) {
    return new Observation(id, "Hook " + id.bits(), condition, null, null);
  }

  private void turn(Notifications settings, Observation... sights) {
    desk.look(List.of(sights), settings, now);
    desk.post(settings, now);
  }

  private List<Sent> sent() {
    return store.page(Long.MAX_VALUE, 200).items().stream().map(Notification::sent).toList();
  }

  @Test
  void trouble_isPostedOnceAndNotAgainAfterARestart() {
    turn(ON, sight(ONE, Condition.FAILING));
    restart();
    now = now.plusSeconds(5);
    turn(ON, sight(ONE, Condition.FAILING));
    assertThat(posted).hasSize(1);
    assertThat(posted.getFirst())
        .startsWith("{\"id\":\"ntf_")
        .endsWith(
            "\"at\":\"2026-03-01T12:00:00.000Z\",\"kind\":\"destination.failing\","
                + "\"destinationId\":\"dst_0000000000001\",\"destinationName\":\"Hook 1\","
                + "\"message\":\"“Hook 1” takes nothing it is sent.\","
                + "\"since\":\"2026-03-01T12:00:00.000Z\"}");
    assertThat(sent()).containsExactly(Sent.SENT);
  }

  @Test
  void whatWasDecidedBeforeADeath_isPostedAfterIt() {
    desk.look(List.of(sight(ONE, Condition.FAILING)), ON, now);
    restart();
    turn(ON, sight(ONE, Condition.FAILING));
    assertThat(posted).hasSize(1);
  }

  @Test
  void deathBetweenAnswerAndNote_postsTheSameAgain() {
    NotificationStore forgetful = new Forgetful(store);
    desk = new NotificationDispatcher(forgetful, this::take, QUIET);
    desk.look(List.of(sight(ONE, Condition.FAILING)), ON, now);
    assertThatThrownBy(() -> desk.post(ON, now)).isInstanceOf(IllegalStateException.class);
    restart();
    turn(ON, sight(ONE, Condition.FAILING));
    assertThat(posted).hasSize(2);
    assertThat(posted.get(1)).isEqualTo(posted.get(0));
  }

  @Test
  void urlThatDoesNotTakeIt_isTriedAgainLaterAndLater() {
    answers.addAll(List.of("no", "no", "no"));
    turn(ON, sight(ONE, Condition.FAILING), sight(OTHER, Condition.FAILING));
    assertThat(posted).as("the other one waits with it").hasSize(1);
    List<Duration> pauses = List.of(Duration.ofSeconds(5), Duration.ofSeconds(10));
    for (Duration pause : pauses) {
      now = now.plus(pause).minusMillis(1);
      desk.post(ON, now);
      int before = posted.size();
      now = now.plusMillis(1);
      desk.post(ON, now);
      assertThat(posted).hasSize(before + 1);
    }
    assertThat(sent()).containsOnly(Sent.WAITING);
    now = now.plusSeconds(20);
    desk.post(ON, now);
    assertThat(sent()).containsExactly(Sent.SENT, Sent.SENT);
    assertThat(posted).hasSize(5);
    assertThat(NotificationDispatcher.pause(100)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void notification_isGivenUpAfterAnHour() {
    answers.addAll(List.of("no", "no"));
    turn(ON, sight(ONE, Condition.FAILING));
    now = now.plus(NotificationDispatcher.TRIED_FOR).minusMillis(1);
    desk.post(ON, now);
    assertThat(posted).hasSize(2);
    assertThat(sent()).containsExactly(Sent.WAITING);
    now = now.plus(Duration.ofMinutes(5));
    desk.post(ON, now);
    assertThat(posted).hasSize(2);
    assertThat(sent()).containsExactly(Sent.FAILED);
  }

  @Test
  void withoutAUrl_notificationsAreKeptAndNotPosted() {
    turn(Notifications.NONE, sight(ONE, Condition.FAILING));
    assertThat(posted).isEmpty();
    assertThat(sent()).containsExactly(Sent.OFF);
    turn(ON, sight(ONE, Condition.FAILING), sight(OTHER, Condition.FAILING));
    assertThat(posted).as("what was off stays off").hasSize(1);
    answers.add("no");
    turn(ON, sight(new DestinationId(3), Condition.FAILING));
    turn(Notifications.NONE);
    now = now.plusSeconds(10);
    turn(Notifications.NONE);
    assertThat(sent()).containsExactly(Sent.OFF, Sent.SENT, Sent.OFF);
  }

  @Test
  void destinationThatIsGone_endsItsTroubleWithoutAWord() {
    turn(ON, sight(ONE, Condition.FAILING));
    turn(ON);
    assertThat(store.troubles()).isEmpty();
    turn(ON, sight(ONE, Condition.WELL));
    assertThat(posted).hasSize(1);
    turn(ON, sight(ONE, Condition.FAILING));
    assertThat(posted).as("a new trouble").hasSize(2);
  }

  @Test
  void recovery_isPostedAlsoIfItLastedOverARestart() {
    turn(ON, sight(ONE, Condition.FAILING));
    now = now.plusSeconds(60);
    turn(ON, sight(ONE, Condition.WELL));
    restart();
    now = now.plus(QUIET);
    turn(ON, sight(ONE, Condition.UNKNOWN));
    assertThat(posted.getLast()).contains("destination.recovered");
    turn(ON, sight(ONE, Condition.WELL));
    assertThat(posted).hasSize(2);
  }

  @Test
  void storeThatIsAway_losesNothing() {
    Forgetful away = new Forgetful(store);
    away.refusesChanges = true;
    desk = new NotificationDispatcher(away, this::take, QUIET);
    List<Observation> sights = List.of(sight(ONE, Condition.FAILING));
    assertThatThrownBy(() -> desk.look(sights, ON, now)).isInstanceOf(IllegalStateException.class);
    away.refusesChanges = false;
    desk.look(sights, ON, now);
    assertThat(sent()).containsExactly(Sent.WAITING);
  }

  @Test
  void ids_growAlsoWhenTheClockGoesBack() {
    turn(ON, sight(ONE, Condition.FAILING));
    now = now.minus(Duration.ofDays(1));
    restart();
    turn(ON, sight(ONE, Condition.FAILING), sight(OTHER, Condition.FAILING));
    List<Notification> kept = store.page(Long.MAX_VALUE, 10).items();
    assertThat(kept).extracting(Notification::destination).containsExactly(OTHER, ONE);
  }

  /** A store that a test makes fail. */
  private static final class Forgetful implements NotificationStore {

    private final NotificationStore real;
    boolean refusesChanges;

    Forgetful(NotificationStore real) {
      this.real = real;
    }

    @Override
    public List<Incident> troubles() {
      return real.troubles();
    }

    @Override
    public long newestId() {
      return real.newestId();
    }

    @Override
    public void keep(List<Change> changes) {
      if (refusesChanges) {
        throw new IllegalStateException("away");
      }
      real.keep(changes);
    }

    @Override
    public List<Notification> waiting(int most) {
      return real.waiting(most);
    }

    @Override
    public void note(long id, Sent sent) {
      throw new IllegalStateException("away");
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
