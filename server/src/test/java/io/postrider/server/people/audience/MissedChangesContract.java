package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.THERE;
import static io.postrider.server.people.audience.Defining.all;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static io.postrider.server.people.audience.Defining.not;
import static io.postrider.server.people.audience.Defining.trait;
import static io.postrider.server.people.audience.Defining.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.SyncSchedule;
import io.postrider.server.database.DatabaseUrl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a destination gets that missed changes, for every database. */
public abstract class MissedChangesContract {

  private static final AudienceCondition KEEPERS = all(did("Bought", 1), not(did("Returned", 1)));

  private EngineHarness world;

  /** The URL of this test's database. */
  protected abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    world = new EngineHarness(url());
    reach("10", 0);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void reach(String enabledSince, long losses) {
    world.reach = List.of(new DestinationReach(HERE, enabledSince, losses));
  }

  /** What is published for {@code HERE}, in the order of users. */
  private List<String> settled() {
    world.settle();
    return world.published().stream()
        .filter(one -> one.destinations().contains(HERE.bits()))
        .map(PublishedChange::brief)
        .sorted()
        .toList();
  }

  @Test
  void audienceAndTrait_madeWhileTheDestinationIsDisabled_areSentWhenItIsEnabled() {
    reach("", 0);
    world.track("ada", "Bought");
    world.track("ben", "Bought");
    world.track("cid", "Seen");
    world.define(
        audience(1, "keepers", KEEPERS),
        trait(2, "purchases", value(AggregateKind.EVENT_COUNT, "Bought", null)));
    assertThat(settled()).hasSize(4); // for nobody: the destination is disabled
    reach("20", 0);
    assertThat(settled())
        .containsExactly(
            "ada keepers=true", "ada purchases=1", "ben keepers=true", "ben purchases=1");
    assertThat(settled()).isEmpty();
  }

  @Test
  void destination_thatWasDisabled_getsMembersAndThoseWhoLeft() {
    for (String user : List.of("ada", "ben", "cid")) {
      world.track(user, "Bought");
    }
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(3);
    world.pass(Duration.ofDays(2));
    reach("", 0);
    assertThat(settled()).isEmpty();
    world.track("ben", "Returned");
    world.track("dot", "Bought");
    assertThat(settled()).containsExactly("ben keepers=false", "dot keepers=true");
    world.pass(Duration.ofDays(2));
    reach("20", 0);
    assertThat(settled())
        .containsExactly(
            "ada keepers=true", "ben keepers=false", "cid keepers=true", "dot keepers=true");
  }

  @Test
  void userWhoLeftLongBefore_isNotSentAgain() {
    world.track("ada", "Bought");
    world.track("ben", "Bought");
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(2);
    world.track("ada", "Returned");
    assertThat(settled()).containsExactly("ada keepers=false");
    world.pass(Duration.ofDays(2));
    world.track("cid", "Bought"); // the numbers of changes follow the time of changes
    assertThat(settled()).containsExactly("cid keepers=true");
    reach("", 0);
    assertThat(settled()).isEmpty();
    reach("20", 0);
    assertThat(settled()).containsExactly("ben keepers=true", "cid keepers=true");
  }

  @Test
  void destination_disabledAndEnabledUnseen_getsEveryMember() {
    world.track("ada", "Bought");
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(1);
    reach("20", 0);
    world.restart();
    assertThat(settled()).containsExactly("ada keepers=true");
  }

  @Test
  void destination_thatLostMessages_getsEverything() {
    world.track("ada", "Bought");
    world.track("ben", "Bought");
    world.define(audience(1, "keepers", KEEPERS));
    world.track("ben", "Returned");
    assertThat(settled()).isNotEmpty();
    world.pass(Duration.ofDays(20));
    reach("10", 1);
    assertThat(settled()).contains("ada keepers=true");
    world.track("cid", "Bought");
    world.track("cid", "Returned");
    assertThat(settled()).isEmpty();
    world.track("ada", "Returned");
    assertThat(settled()).containsExactly("ada keepers=false");
    world.pass(Duration.ofDays(20));
    reach("10", 2);
    assertThat(settled()).containsExactly("ada keepers=false");
  }

  @Test
  void loss_isNoticedWithinAMinute() {
    world.track("ada", "Bought");
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(1);
    reach("10", 1);
    world.pass(EvaluationScheduler.BETWEEN_SWEEPS);
    world.evaluate();
    world.publish();
    assertThat(world.news()).containsExactly("ada keepers=true");
  }

  @Test
  void disabledAudience_isSentWhenItIsEnabledToo() {
    world.track("ada", "Bought");
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(1);
    world.define(audience(1, "keepers", KEEPERS, 1, false, SyncSchedule.REALTIME, HERE));
    reach("", 0);
    assertThat(settled()).isEmpty();
    reach("20", 0);
    assertThat(settled()).isEmpty();
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).containsExactly("ada keepers=true");
  }

  @Test
  void destination_addedWhileDisabled_waits() {
    world.track("ada", "Bought");
    world.define(audience(1, "keepers", KEEPERS, 1, true, SyncSchedule.REALTIME, THERE));
    assertThat(settled()).isEmpty();
    reach("", 0);
    world.define(audience(1, "keepers", KEEPERS, 1, true, SyncSchedule.REALTIME, THERE, HERE));
    assertThat(settled()).isEmpty();
    reach("20", 0);
    assertThat(settled()).containsExactly("ada keepers=true");
  }

  @Test
  void backfill_coversMoreProfilesThanOneTransaction() {
    int users = 3_000;
    for (int i = 0; i < users; i++) {
      world.track("user-" + i, "Bought");
    }
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(users);
    reach("20", 0);
    assertThat(settled()).hasSize(users).doesNotHaveDuplicates();
  }

  @Test
  void unchangedReach_writesNothing() {
    world.track("ada", "Bought");
    world.define(audience(1, "keepers", KEEPERS));
    assertThat(settled()).hasSize(1);
    assertThat(world.store.resend(world.reach, world.now)).isFalse();
    world.reach = List.of(); // the destination is deleted
    assertThat(world.store.resend(world.reach, world.now)).isFalse();
    reach("30", 0); // another one, with its first state
    assertThat(world.store.resend(world.reach, world.now)).isFalse();
  }
}
