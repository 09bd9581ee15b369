package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.THERE;
import static io.postrider.server.people.audience.Defining.atLeast;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static io.postrider.server.people.audience.Defining.in;
import static io.postrider.server.people.audience.Defining.not;
import static io.postrider.server.people.audience.Defining.trait;
import static io.postrider.server.people.audience.Defining.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.SyncSchedule;
import io.postrider.id.DestinationId;
import io.postrider.message.MessageType;
import io.postrider.server.database.DatabaseUrl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Profiles whose database was lost: what was published before is read from the log, so that only
 * differences are published. For every database.
 */
public abstract class LostProfilesContract {

  private static final AudienceCondition BUYERS = did("Bought", 1);

  private EngineHarness world;

  /** The URL of this test's database. */
  protected abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    world = new EngineHarness(url());
  }

  @AfterEach
  void close() {
    world.close();
  }

  private List<String> settled() {
    world.settle();
    return world.news();
  }

  /** The first number of records, then what is published meanwhile. */
  private List<String> publishedDuring(int records) {
    world.follow(records);
    world.evaluate();
    world.publish();
    return world.news();
  }

  @Test
  void nothingIsPublished_untilProfilesAreLevel_andThenNothingTwice() {
    world.define(
        audience(1, "buyers", BUYERS),
        audience(2, "others", withoutBuyers("Seen")),
        revenue(3, HERE));
    world.track("ada", "Bought", "{'amount':60}");
    world.track("ada", "Bought", "{'amount':40}");
    world.track("ben", "Seen");
    assertThat(settled()).hasSize(3);
    world.track("ben", "Bought", "{'amount':1}");
    assertThat(settled())
        .containsExactlyInAnyOrder("ben buyers=true", "ben others=false", "ben revenue=1");
    world.loseDatabase();
    for (int i = 0; i < 9; i++) {
      assertThat(publishedDuring(1)).as("after record %d of 10", i).isEmpty();
    }
    assertThat(settled()).as("at the end").isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(2);
    assertThat(world.stored(2).size()).isZero();
    assertThat(world.stored(3).size()).isEqualTo(2);
    world.track("ada", "Bought", "{'amount':1}");
    world.track("cid", "Bought", "{'amount':5}");
    assertThat(settled())
        .containsExactlyInAnyOrder("ada revenue=101", "cid buyers=true", "cid revenue=5");
  }

  private static AudienceCondition withoutBuyers(String event) {
    return Defining.all(did(event, 1), not(BUYERS));
  }

  private static ComputedTrait revenue(long id, DestinationId... destinations) {
    return trait(id, "revenue", value(AggregateKind.SUM, "Bought", "amount"), destinations);
  }

  @Test
  void changesNotYetPublished_arePublished() {
    world.define(audience(1, "buyers", BUYERS));
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada buyers=true");
    world.track("ben", "Bought");
    world.follow();
    world.evaluate();
    world.loseDatabase();
    assertThat(settled()).containsExactly("ben buyers=true");
  }

  /** The trait is not published, so its values are lost; the audience must not leave meanwhile. */
  @Test
  void audienceThatDependsOnAnUnpublishedTrait_waitsForIt() {
    for (int i = 0; i < 300; i++) {
      world.track("user-" + i, "Bought", "{'amount':%d}".formatted(i % 3 * 50));
    }
    world.define(
        revenue(9),
        audience(2, "rich", atLeast("revenue", "100")),
        audience(1, "rich_too", in("rich"), 1, true, SyncSchedule.REALTIME, THERE));
    assertThat(settled()).hasSize(200);
    world.loseDatabase();
    world.track("user-2", "Bought", "{'amount':1}");
    world.follow();
    world.track("user-5", "Bought", "{'amount':1}");
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(100);
  }

  @Test
  void crashDuringTheRebuild_continues() {
    world.define(audience(1, "buyers", BUYERS), revenue(2, HERE));
    for (int i = 0; i < 20; i++) {
      world.track("user-" + i, "Bought", "{'amount':100}");
    }
    assertThat(settled()).hasSize(40);
    world.loseDatabase();
    for (int i = 0; i < 10; i++) {
      assertThat(publishedDuring(3)).isEmpty();
      world.restart();
    }
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(20);
  }

  @Test
  void rebuildOnRequest_startsOverAndStillRestores() {
    world.define(audience(1, "buyers", BUYERS));
    for (int i = 0; i < 10; i++) {
      world.track("user-" + i, "Bought");
    }
    assertThat(settled()).hasSize(10);
    world.loseDatabase();
    assertThat(publishedDuring(5)).isEmpty();
    world.rebuild();
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(10);
  }

  @Test
  void deletedAndMergedUsers_areNotResurrected() {
    world.define(audience(1, "buyers", BUYERS));
    world.track("gone", "Bought");
    world.track("back", "Bought");
    world.track("idle", "Bought");
    world.track("old", "Bought");
    assertThat(settled()).hasSize(4);
    world.delete("gone");
    world.delete("back");
    world.delete("idle");
    world.say(MessageType.ALIAS, "{'userId':'new','previousId':'old'}");
    world.track("back", "Bought");
    world.track("idle", "Seen");
    List<String> since = settled();
    assertThat(since).containsExactlyInAnyOrder("back buyers=true", "new buyers=true");
    long members = world.stored(1).size();
    world.loseDatabase();
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(members);
    assertThat(world.profileStore().erase("gone")).isFalse();
  }

  @Test
  void deletedComputation_isNotRestored() {
    world.define(audience(1, "buyers", BUYERS), revenue(2, HERE));
    world.track("ada", "Bought", "{'amount':3}");
    assertThat(settled()).hasSize(2);
    world.define(audience(1, "buyers", BUYERS));
    assertThat(settled()).isEmpty();
    world.loseDatabase();
    assertThat(settled()).isEmpty();
    assertThat(rows("membership")).isEqualTo(1);
  }

  @Test
  void changeNumbers_continueBehindThoseInTheLog() {
    world.define(audience(1, "buyers", BUYERS));
    world.track("ada", "Bought");
    world.settle();
    String first = world.published().getFirst().id();
    world.pass(Duration.ofDays(-400));
    world.loseDatabase();
    world.settle();
    world.track("ben", "Bought");
    world.settle();
    assertThat(number(world.published().getFirst().id())).isGreaterThan(number(first));
  }

  private static long number(String messageId) {
    return Long.parseLong(messageId.substring(messageId.lastIndexOf('-') + 1));
  }

  /** Users whose own messages have left the log have no profile, so nothing is said about them. */
  @Test
  void logWithoutItsBeginning_restoresWhatItHolds() {
    world.define(audience(1, "buyers", BUYERS));
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada buyers=true");
    world.track("ben", "Bought");
    assertThat(settled()).containsExactly("ben buyers=true");
    world.firstOffset = 1;
    world.loseDatabase();
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(1);
  }

  private long rows(String table) {
    return world.database().list(row -> row.getLong(1), "select count(*) from " + table).getFirst();
  }
}
