package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.THERE;
import static io.postrider.server.people.audience.Defining.all;
import static io.postrider.server.people.audience.Defining.atLeast;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static io.postrider.server.people.audience.Defining.has;
import static io.postrider.server.people.audience.Defining.in;
import static io.postrider.server.people.audience.Defining.not;
import static io.postrider.server.people.audience.Defining.trait;
import static io.postrider.server.people.audience.Defining.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.PropertyCondition;
import io.postrider.audience.SyncSchedule;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.message.MessageType;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.http.admin.Page;
import io.postrider.server.people.profile.ProfileDirectory;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.sql.SqlProfileDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of audiences and computed traits, for every database. */
public abstract class AudienceEngineContract {

  private static final AudienceCondition BUYERS = did("Bought", 1);
  private static final SyncSchedule HOURLY = new SyncSchedule(Duration.ofHours(1));

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

  @Test
  void creation_sendsEveryMemberOnce() {
    for (int i = 0; i < 300; i++) {
      world.track("user-" + i, i % 3 == 0 ? "Bought" : "Seen");
    }
    world.define(audience(1, "buyers", BUYERS));
    world.settle();
    List<PublishedChange> published = world.published();
    assertThat(published).hasSize(100).allMatch(one -> one.value().equals("true"));
    assertThat(new HashSet<>(published.stream().map(PublishedChange::user).toList())).hasSize(100);
    assertThat(new HashSet<>(published.stream().map(PublishedChange::id).toList())).hasSize(100);
    assertThat(world.stored(1).size()).isEqualTo(100);
    assertThat(world.stored(1).run()).isNull();
    assertThat(world.stored(1).lastSyncAt()).isEqualTo(world.now);
    assertThat(settled()).isEmpty();
  }

  @Test
  void audiencesCreatedDuringARun_goOnTogether_andSendEveryMemberOnce() {
    for (int i = 0; i < 600; i++) {
      world.track("user-" + i, i % 3 == 0 ? "Bought" : "Seen");
    }
    Audience buyers = audience(1, "buyers", BUYERS);
    Audience viewers = audience(2, "viewers", did("Seen", 1));
    Audience others = audience(3, "others", not(BUYERS));
    world.follow();
    world.define(buyers);
    world.scheduler.apply(world.definitions, world.now);
    world.scheduler.cycle(world.now);
    world.define(buyers, viewers);
    world.scheduler.apply(world.definitions, world.now);
    world.scheduler.cycle(world.now);
    world.restart();
    world.define(buyers, viewers, others);
    world.settle();
    List<PublishedChange> published = world.published();
    assertThat(published).hasSize(200 + 400 + 400).allMatch(one -> one.value().equals("true"));
    assertThat(new HashSet<>(published.stream().map(PublishedChange::brief).toList()))
        .hasSize(published.size());
    assertThat(List.of(world.stored(1).size(), world.stored(2).size(), world.stored(3).size()))
        .containsExactly(200L, 400L, 400L);
    assertThat(settled()).isEmpty();
  }

  @Test
  void message_followsTheContract() {
    world.define(audience(1, "buyers", BUYERS));
    world.settle();
    world.track("ada", "Bought");
    world.settle();
    PublishedChange published = world.published().getFirst();
    assertThat(published.brief()).isEqualTo("ada buyers=true");
    assertThat(published.id()).matches("aud_0000000000001-[0-9a-f]{16}-[0-9]+");
    assertThat(published.destinations()).containsExactly(HERE.bits());
  }

  @Test
  void changedProfile_entersAndLeavesOnceEach() {
    world.define(audience(1, "quiet", all(has("plan", "pro"), not(BUYERS))));
    world.settle();
    world.identify("ada", "{'plan':'pro'}");
    assertThat(settled()).containsExactly("ada quiet=true");
    world.identify("ada", "{'plan':'pro','age':36}");
    assertThat(settled()).isEmpty();
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada quiet=false");
    world.track("ada", "Bought");
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isZero();
  }

  @Test
  void flapping_withinOneEvaluation_sendsOnlyTheEnd() {
    world.define(audience(1, "pros", has("plan", "pro")));
    world.settle();
    world.identify("ada", "{'plan':'pro'}");
    world.follow();
    world.pass(Duration.ofSeconds(1));
    world.identify("ada", "{'plan':'free'}");
    world.follow();
    assertThat(settled()).isEmpty();
    world.pass(Duration.ofSeconds(1));
    world.identify("ada", "{'plan':'pro'}");
    world.follow();
    world.pass(Duration.ofSeconds(1));
    world.identify("ada", "{'plan':'free'}");
    world.pass(Duration.ofSeconds(1));
    world.identify("ada", "{'plan':'pro'}");
    assertThat(settled()).containsExactly("ada pros=true");
  }

  @Test
  void edit_sendsTheDifference() {
    world.track("ada", "Bought");
    world.track("ada", "Seen");
    world.track("ben", "Bought");
    world.track("cid", "Seen");
    world.define(audience(1, "them", BUYERS));
    assertThat(settled()).containsExactlyInAnyOrder("ada them=true", "ben them=true");
    world.define(audience(1, "them", did("Seen", 1), 2, true, SyncSchedule.REALTIME, HERE));
    assertThat(settled()).containsExactlyInAnyOrder("ben them=false", "cid them=true");
    assertThat(world.stored(1).version()).isEqualTo(2);
  }

  @Test
  void changeDuringARun_isEvaluatedByTheNewDefinition() {
    for (int i = 0; i < 200; i++) {
      world.track("user-" + i, "Bought");
    }
    world.define(audience(1, "them", BUYERS));
    assertThat(settled()).hasSize(200);
    world.define(audience(1, "them", did("Seen", 1), 2, true, SyncSchedule.REALTIME, HERE));
    world.track("user-199", "Seen");
    world.track("new", "Seen");
    world.follow();
    world.scheduler.apply(world.definitions, world.now);
    world.scheduler.cycle(world.now);
    world.publish();
    assertThat(world.stored(1).run()).isNotNull();
    assertThat(world.news()).contains("new them=true").doesNotContain("user-199 them=false");
    assertThat(settled()).doesNotContain("user-199 them=false");
    assertThat(world.stored(1).size()).isEqualTo(2);
  }

  @Test
  void deletion_sendsNothingAndDeletesAll() {
    world.track("ada", "Bought");
    world.define(
        audience(1, "buyers", BUYERS),
        trait(2, "purchases", value(AggregateKind.EVENT_COUNT, "Bought", null)));
    assertThat(settled()).hasSize(2);
    world.define();
    assertThat(settled()).isEmpty();
    assertThat(world.store.computations()).isEmpty();
    world.track("ada", "Bought");
    assertThat(settled()).isEmpty();
    world.define(audience(3, "buyers", BUYERS));
    assertThat(settled()).containsExactly("ada buyers=true");
  }

  @Test
  void unpublishedChangesOfADeletedAudience_areDropped() {
    world.track("ada", "Bought");
    world.define(audience(1, "buyers", BUYERS));
    world.follow();
    world.scheduler.apply(world.definitions, world.now);
    world.evaluate();
    assertThat(world.outbox.size()).isEqualTo(1);
    world.define();
    assertThat(settled()).isEmpty();
    assertThat(world.outbox.size()).isZero();
  }

  @Test
  void disabledComputation_sendsTheDifferenceWhenEnabled() {
    world.track("ada", "Bought");
    world.track("ben", "Bought");
    world.define(audience(1, "buyers", all(BUYERS, not(did("Returned", 1)))));
    assertThat(settled()).hasSize(2);
    AudienceCondition definition = all(BUYERS, not(did("Returned", 1)));
    world.define(audience(1, "buyers", definition, 1, false, SyncSchedule.REALTIME, HERE));
    world.track("ada", "Returned");
    world.track("cid", "Bought");
    world.pass(Duration.ofHours(1));
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).paused()).isTrue();
    assertThat(world.stored(1).size()).isEqualTo(2);
    world.define(audience(1, "buyers", definition, 1, true, SyncSchedule.REALTIME, HERE));
    assertThat(settled()).containsExactlyInAnyOrder("ada buyers=false", "cid buyers=true");
  }

  @Test
  void newDestination_receivesEveryMemberAndNoOtherDoes() {
    for (int i = 0; i < 150; i++) {
      world.track("user-" + i, "Bought");
    }
    world.define(audience(1, "buyers", BUYERS));
    assertThat(settled()).hasSize(150);
    world.define(audience(1, "buyers", BUYERS, 1, true, SyncSchedule.REALTIME, HERE, THERE));
    world.settle();
    assertThat(world.published())
        .hasSize(150)
        .allMatch(published -> published.destinations().equals(Set.of(THERE.bits())))
        .extracting(PublishedChange::user)
        .doesNotHaveDuplicates();
    world.track("late", "Bought");
    world.settle();
    assertThat(world.published())
        .singleElement()
        .satisfies(
            published ->
                assertThat(published.destinations())
                    .containsExactlyInAnyOrder(HERE.bits(), THERE.bits()));
  }

  @Test
  void destinationAddedDuringEntries_receivesEachOnce() {
    for (int i = 0; i < 150; i++) {
      world.track("user-" + i, "Bought");
    }
    world.define(audience(1, "buyers", BUYERS));
    assertThat(settled()).hasSize(150);
    // one more profile enters before the backfill starts
    world.define(audience(1, "buyers", BUYERS, 1, true, SyncSchedule.REALTIME, HERE, THERE));
    world.scheduler.apply(world.definitions, world.now);
    world.track("late", "Bought");
    world.settle();
    List<String> there =
        world.published().stream()
            .filter(published -> published.destinations().contains(THERE.bits()))
            .map(PublishedChange::user)
            .toList();
    assertThat(there).hasSize(151).doesNotHaveDuplicates().contains("late");
  }

  @Test
  void withoutDestinations_membersAreStoredAndNothingIsSent() {
    world.track("ada", "Bought");
    world.define(audience(1, "buyers", BUYERS, 1, true, SyncSchedule.REALTIME));
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(1);
    world.define(audience(1, "buyers", BUYERS, 1, true, SyncSchedule.REALTIME, HERE));
    assertThat(settled()).containsExactly("ada buyers=true");
  }

  @Test
  void scheduledComputation_sendsOnlyAtSyncs() {
    world.track("ada", "Bought");
    world.define(audience(1, "buyers", BUYERS, 1, true, HOURLY, HERE));
    assertThat(settled()).containsExactly("ada buyers=true");
    world.track("ben", "Bought");
    world.pass(Duration.ofMinutes(59));
    assertThat(settled()).isEmpty();
    world.pass(Duration.ofMinutes(1));
    assertThat(settled()).containsExactly("ben buyers=true");
    assertThat(world.stored(1).nextSyncAt())
        .isEqualTo(EngineHarness.NOON.plus(Duration.ofHours(2)));
    world.track("cid", "Bought");
    world.follow();
    world.store.requestRun(1, world.now);
    assertThat(settled()).containsExactly("cid buyers=true");
  }

  @Test
  void window_expiresOnTime() {
    world.define(audience(1, "fresh", did("Bought", 1, Duration.ofHours(1))));
    world.settle();
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada fresh=true");
    world.pass(Duration.ofHours(1).minusMillis(1));
    assertThat(settled()).isEmpty();
    world.pass(Duration.ofMinutes(1).plusMillis(1));
    assertThat(settled()).containsExactly("ada fresh=false");
  }

  @Test
  void window_thatManyLeaveAtOnce_isSweptInBatches() {
    world.define(audience(1, "fresh", did("Bought", 1, Duration.ofHours(1))));
    world.settle();
    for (int i = 0; i < 500; i++) {
      world.track("user-" + i, "Bought");
      world.track("user-" + i, "Bought");
    }
    assertThat(settled()).hasSize(500);
    world.pass(Duration.ofHours(2));
    // a profile that changes meanwhile does not wait for the others
    world.track("late", "Bought");
    world.follow();
    world.scheduler.cycle(world.now);
    world.publish();
    assertThat(world.news()).contains("late fresh=true").hasSizeLessThan(200);
    assertThat(settled()).allMatch(one -> one.endsWith("fresh=false"));
    assertThat(world.stored(1).size()).isEqualTo(1);
  }

  @Test
  void computedTrait_sendsEveryNewValue() {
    world.define(
        trait(1, "spent", value(AggregateKind.SUM, "Bought", "price")),
        trait(2, "purchases", value(AggregateKind.EVENT_COUNT, "Bought", null)),
        trait(3, "things", value(AggregateKind.UNIQUE_LIST, "Bought", "thing")));
    world.settle();
    world.track("ada", "Bought", "{'price':0.1,'thing':'b'}");
    world.track("ben", "Seen");
    assertThat(settled())
        .containsExactlyInAnyOrder("ada spent=0.1", "ada purchases=1", "ada things=[\"b\"]");
    world.track("ada", "Bought", "{'price':0.2,'thing':'a'}");
    assertThat(settled())
        .containsExactlyInAnyOrder("ada spent=0.3", "ada purchases=2", "ada things=[\"a\",\"b\"]");
    world.track("ada", "Bought", "{'price':0,'thing':'a'}");
    assertThat(settled()).containsExactly("ada purchases=3");
    assertThat(world.stored(1).size()).isEqualTo(1);
  }

  @Test
  void removedValue_sendsNothingUntilItReturns() {
    world.define(
        trait(
            1,
            "last_price",
            new TraitDefinition(
                AggregateKind.LAST, "Bought", List.of("price"), List.of(), Duration.ofHours(1))),
        audience(2, "unpriced", not(atLeast("last_price", "0"))));
    world.settle();
    world.track("ada", "Bought", "{'price':5}");
    world.settle();
    PublishedChange first = world.published().getFirst();
    assertThat(first.brief()).isEqualTo("ada last_price=5");
    world.pass(Duration.ofHours(2));
    assertThat(settled()).as("the value is gone").containsExactly("ada unpriced=true");
    assertThat(world.stored(1).size()).isZero();
    world.track("ada", "Bought", "{'price':5}");
    world.settle();
    List<PublishedChange> again = world.published();
    assertThat(again)
        .extracting(PublishedChange::brief)
        .containsExactly("ada last_price=5", "ada unpriced=false");
    assertThat(again.getFirst().number()).isGreaterThan(first.number());
    assertThat(world.stored(1).size()).isEqualTo(1);
  }

  @Test
  void computedTrait_thatFlapsWithinOneEvaluation_sendsNothing() {
    world.define(
        trait(
            1,
            "last_price",
            new TraitDefinition(
                AggregateKind.LAST, "Bought", List.of("price"), List.of(), Duration.ofHours(1))));
    world.settle();
    world.track("ada", "Bought", "{'price':5}");
    assertThat(settled()).containsExactly("ada last_price=5");
    world.pass(Duration.ofHours(2));
    world.track("ada", "Bought", "{'price':5}");
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isEqualTo(1);
  }

  @Test
  void removedValue_isNotSentToANewDestination() {
    TraitDefinition definition =
        new TraitDefinition(
            AggregateKind.EVENT_COUNT, "Bought", null, List.of(), Duration.ofHours(1));
    world.define(trait(1, "recent", definition));
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada recent=1");
    world.pass(Duration.ofHours(2));
    world.track("ben", "Bought");
    assertThat(settled()).containsExactly("ben recent=1");
    world.define(trait(1, "recent", definition, HERE, THERE));
    assertThat(settled()).containsExactly("ben recent=1");
  }

  @Test
  void dependents_followInTheSameEvaluation() {
    world.define(
        audience(3, "vips", all(in("spenders"), not(in("returners")))),
        audience(2, "returners", did("Returned", 1)),
        audience(1, "spenders", atLeast("spent", "100")),
        trait(4, "spent", value(AggregateKind.SUM, "Bought", "price")));
    world.settle();
    world.track("ada", "Bought", "{'price':60}");
    assertThat(settled()).containsExactly("ada spent=60");
    world.track("ada", "Bought", "{'price':40}");
    world.follow();
    world.scheduler.cycle(world.now);
    world.publish();
    assertThat(world.news()).containsExactly("ada spent=100", "ada spenders=true", "ada vips=true");
    world.track("ada", "Returned");
    assertThat(settled()).containsExactly("ada returners=true", "ada vips=false");
  }

  @Test
  void computedTimestamp_isComparedAsATime() {
    world.define(
        trait(1, "last_stay", value(AggregateKind.LAST, "Booked", "on")),
        audience(2, "upcoming", timed(Operator.AFTER, "2026-03-01")),
        audience(3, "past", timed(Operator.BEFORE, "2026-03-01")));
    world.track("ada", "Booked", "{'on':'2026-05-05'}");
    assertThat(settled())
        .containsExactlyInAnyOrder("ada last_stay=\"2026-05-05\"", "ada upcoming=true");
    world.pass(Duration.ofSeconds(1));
    world.track("ada", "Booked", "{'on':'2026-01-01T10:00:00+02:00'}");
    assertThat(settled())
        .containsExactlyInAnyOrder(
            "ada last_stay=\"2026-01-01T10:00:00+02:00\"", "ada upcoming=false", "ada past=true");
    world.pass(Duration.ofSeconds(1));
    world.track("ada", "Booked", "{'on':'some day'}");
    assertThat(settled())
        .as("a text that is no time leaves no moment behind")
        .containsExactlyInAnyOrder("ada last_stay=\"some day\"", "ada past=false");
    world.pass(Duration.ofSeconds(1));
    world.track("ada", "Booked", "{'on':'2026-05-05'}");
    assertThat(settled()).hasSize(2);
    world.define();
    world.settle();
    String computed =
        world
            .database()
            .read(
                handle -> handle.select("select computed from profile").mapTo(String.class).one());
    assertThat(computed).as("when it is deleted").isEqualTo("{}");
  }

  private static AudienceCondition timed(Operator operator, String day) {
    return new AudienceCondition.TraitIs(
        "last_stay", new Comparison(operator, List.of(Value.of(day))));
  }

  @Test
  void runOfAnAudience_evaluatesItsDependents() {
    world.track("ada", "Bought");
    world.define(
        audience(1, "buyers", BUYERS, 1, true, HOURLY, HERE),
        audience(2, "others", not(in("buyers"))));
    world.settle();
    world.published();
    world.track("ben", "Seen");
    assertThat(settled()).containsExactly("ben others=true");
    world.track("ben", "Bought");
    assertThat(settled()).isEmpty();
    world.pass(Duration.ofHours(1));
    assertThat(settled()).containsExactly("ben buyers=true", "ben others=false");
  }

  @Test
  void onlyUsedTriggers_areQueued() {
    world.define(audience(1, "pros", all(has("plan", "pro"), did("Bought", 1))));
    world.settle();
    world.track("ada", "Seen");
    assertThat(settled()).isEmpty();
    world.track("ada", "Seen");
    world.identify("ada", "{'age':36}");
    world.follow();
    assertThat(world.store.evaluatePending(world.definitions, 10, world.now).done()).isZero();
    world.identify("ada", "{'plan':'pro'}");
    world.follow();
    assertThat(world.store.evaluatePending(world.definitions, 10, world.now).done()).isEqualTo(1);
  }

  @Test
  void pending_staysWithinTheLimit_butNeverSplitsAProfile() {
    world.define(
        audience(1, "one", did("Bought", 1, Duration.ofHours(1))),
        audience(2, "two", did("Bought", 1, Duration.ofHours(1))),
        audience(3, "three", did("Bought", 1, Duration.ofHours(1))));
    world.settle();
    for (int i = 0; i < 10; i++) {
      // identified before, so that the event changes them
      world.identify("user-" + i, "{}");
    }
    world.settle();
    for (int i = 0; i < 10; i++) {
      world.track("user-" + i, "Bought");
    }
    world.follow();
    EvaluationStore.Progress progress =
        world.store.evaluatePending(world.definitions, 7, world.now);
    assertThat(progress.changes()).as("two people").isEqualTo(6);
    assertThat(progress.done()).as("a full piece").isEqualTo(7);
    progress = world.store.evaluatePending(world.definitions, 1, world.now);
    assertThat(progress.changes()).as("one person").isEqualTo(3);
    progress = world.store.evaluatePending(world.definitions, 100, world.now);
    assertThat(progress.changes()).as("seven people").isEqualTo(21);
    assertThat(progress.done()).isEqualTo(21);
    assertThat(world.store.evaluatePending(world.definitions, 100, world.now).done()).isZero();

    world.pass(Duration.ofHours(2));
    Definitions.EventWindow window = world.store.windows().getFirst();
    progress = world.store.sweep(world.definitions, window, 7, world.now);
    assertThat(progress.changes()).as("two people").isEqualTo(6);
    assertThat(progress.more()).isTrue();
    progress = world.store.sweep(world.definitions, window, 100, world.now);
    assertThat(progress.changes()).as("eight people").isEqualTo(24);
    assertThat(progress.more()).isFalse();
    assertThat(settled()).hasSize(60);
  }

  @Test
  void moreAudiencesThanOneStatementTakes_areAllEvaluated() {
    Computation[] many = new Computation[230];
    for (int i = 0; i < many.length; i++) {
      // every tenth depends on the one before it
      AudienceCondition definition =
          i % 10 == 9 ? all(in("a" + (i - 1)), did("Bought", 1)) : did("Bought", 1 + i % 2);
      many[i] = audience(i + 1, "a" + i, definition);
    }
    world.define(many);
    world.settle();
    world.track("ada", "Bought");
    // those with a threshold of one, and their dependents
    assertThat(settled()).hasSize(138);
    world.track("ada", "Bought");
    assertThat(settled()).hasSize(92);
    assertThat(world.stored(1).size()).isEqualTo(1);
  }

  @Test
  void anonymousProfile_isNoMemberUntilIdentified() {
    world.define(audience(1, "buyers", BUYERS));
    world.settle();
    world.say(MessageType.TRACK, "{'anonymousId':'a','event':'Bought'}");
    assertThat(settled()).isEmpty();
    world.say(MessageType.IDENTIFY, "{'anonymousId':'a','userId':'ada'}");
    assertThat(settled()).containsExactly("ada buyers=true");
  }

  @Test
  void mergedProfile_hasBothHistories() {
    world.define(audience(1, "buyers", did("Bought", 2)), audience(2, "seers", did("Seen", 1)));
    world.settle();
    world.track("old", "Bought");
    world.track("old", "Seen");
    world.track("new", "Bought");
    assertThat(settled()).containsExactly("old seers=true");
    world.say(MessageType.ALIAS, "{'previousId':'old','userId':'new'}");
    assertThat(settled()).containsExactlyInAnyOrder("new buyers=true", "new seers=true");
    assertThat(world.stored(1).size()).isEqualTo(1);
    assertThat(world.stored(2).size()).isEqualTo(1);
  }

  @Test
  void erasedProfile_isDeletedAndNothingIsSent() {
    world.track("ada", "Bought");
    world.define(audience(1, "buyers", BUYERS));
    world.follow();
    world.scheduler.apply(world.definitions, world.now);
    world.evaluate();
    assertThat(world.profileStore().erase("ada")).isTrue();
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isZero();
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada buyers=true");
  }

  @Test
  void rebuiltProfiles_sendOnlyDifferences() {
    world.track("ada", "Bought");
    world.track("ben", "Bought");
    world.define(audience(1, "buyers", BUYERS));
    assertThat(settled()).hasSize(2);
    // the log has lost ada's events
    world.firstOffset = 1;
    world.profileStore().rebuild(List.of(new ProfileStore.OffsetRange(0, 1, 2)), world.now);
    world.scheduler.apply(world.definitions, world.now);
    world.evaluate();
    world.publish();
    assertThat(world.news()).as("while profiles are rebuilt").isEmpty();
    assertThat(settled()).containsExactly("ada buyers=false");
  }

  @Test
  void destinationAddedDuringARebuild_receivesEveryMemberAfterIt() {
    world.track("ada", "Bought");
    world.track("ben", "Bought");
    world.define(audience(1, "buyers", BUYERS));
    assertThat(settled()).hasSize(2);
    world.profileStore().rebuild(List.of(new ProfileStore.OffsetRange(0, 0, 2)), world.now);
    world.define(audience(1, "buyers", BUYERS, 1, true, SyncSchedule.REALTIME, HERE, THERE));
    world.scheduler.apply(world.definitions, world.now);
    world.evaluate();
    world.publish();
    assertThat(world.published()).as("while profiles are rebuilt").isEmpty();
    world.follow();
    world.evaluate();
    world.publish();
    assertThat(world.published())
        .allMatch(published -> published.destinations().equals(Set.of(THERE.bits())))
        .extracting(PublishedChange::brief)
        .containsExactlyInAnyOrder("ada buyers=true", "ben buyers=true");
    assertThat(settled()).as("afterwards").isEmpty();
  }

  @Test
  void rebuiltProfiles_ofReturnedUsers_sendNothingTwice() {
    world.define(audience(1, "buyers", BUYERS));
    world.track("ada", "Bought");
    world.track("gone", "Bought");
    assertThat(settled()).hasSize(2);
    world.delete("ada");
    world.delete("gone");
    world.track("ada", "Bought");
    assertThat(settled()).containsExactly("ada buyers=true");
    for (int i = 0; i < 2; i++) {
      world.rebuild();
      world.follow(3);
      // the first rebuild is replaced by another
      world.rebuild();
      assertThat(settled()).as("rebuild %d", i).isEmpty();
      assertThat(world.stored(1).size()).isEqualTo(1);
      assertThat(world.profileStore().erase("gone")).isFalse();
    }
    // a deletion first read during the rebuild deletes everything
    world.delete("ada");
    world.rebuild();
    assertThat(settled()).isEmpty();
    assertThat(world.stored(1).size()).isZero();
    assertThat(world.profileStore().erase("ada")).isFalse();
  }

  @Test
  void entriesAndExits_areBoundedInNumberAndAge() {
    world.define(audience(1, "pros", has("plan", "pro")), audience(2, "all", not(in("none"))));
    world.settle();
    SqlProfileDirectory directory =
        new SqlProfileDirectory(
            world.database(), world.profileStore().hashKey(), () -> world.definitions);
    for (int i = 0; i < 105; i++) {
      world.identify("ada", i % 2 == 0 ? "{'plan':'pro'}" : "{'plan':'free'}");
      world.pass(Duration.ofSeconds(1));
      world.settle();
    }
    long ada = 1;
    Page<ProfileDirectory.Transition> all = directory.transitions(ada, null, 1_000).orElseThrow();
    assertThat(all.next()).isNull();
    assertThat(all.data()).filteredOn(one -> one.audience().key().equals("pros")).hasSize(100);
    assertThat(all.data()).filteredOn(one -> one.audience().key().equals("all")).hasSize(1);
    assertThat(all.data().getFirst().entered()).isTrue();
    assertThat(all.data().get(1).entered()).isFalse();
    assertThat(all.data().getFirst().at()).isAfter(all.data().get(1).at());

    Page<ProfileDirectory.Transition> page = directory.transitions(ada, null, 60).orElseThrow();
    assertThat(page.data()).isEqualTo(all.data().subList(0, 60));
    assertThat(directory.transitions(ada, page.next(), 60).orElseThrow().data())
        .isEqualTo(all.data().subList(60, 101));
    assertThat(directory.transitions(ada, "!", 60)).isEmpty();
    assertThat(directory.audiences(ada))
        .extracting(ProfileDirectory.Membership::key)
        .containsExactly("all", "pros");

    world.pass(Duration.ofDays(91));
    world.settle();
    assertThat(directory.transitions(ada, null, 60).orElseThrow().data()).isEmpty();
    assertThat(directory.audiences(ada)).hasSize(2);
  }

  @Test
  void audienceOfManyConditions_isOneStatement() {
    // as much as a definition may have: conditions, operands, and a tree as deep as it gets
    List<AudienceCondition> many = new ArrayList<>();
    List<Value> operands = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      operands.add(Value.of("value-" + i));
    }
    for (int i = 0; i < 45; i++) {
      PropertyCondition where =
          new PropertyCondition(
              List.of("a", "b" + i), new Comparison(Operator.CONTAINS_ONE_OF, operands));
      many.add(
          new AudienceCondition.EventCount(
              "Bought",
              List.of(where),
              Duration.ofDays(30),
              new Comparison(Operator.AT_MOST, List.of(Value.of(Decimal.of("1000000000"))))));
    }
    AudienceCondition deep = new AudienceCondition.All(many);
    for (int i = 0; i < 9; i++) {
      deep = not(new AudienceCondition.Any(List.of(deep)));
    }
    world.track("ada", "Bought", "{'a':{'b3':['value-7']}}");
    world.define(audience(1, "most", not(deep)));
    assertThat(settled()).containsExactly("ada most=true");
  }
}
