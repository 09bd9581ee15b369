package io.postrider.server.people.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.log.LogIdentity;
import io.postrider.log.LogRecord;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.ChangedProfile;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.ProfileStore.OffsetRange;
import io.postrider.server.people.profile.ProfileStore.Progress;
import io.postrider.server.people.profile.Profiles;
import io.postrider.server.usage.AcceptedRecords;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of profile stores, for every database. */
abstract class ProfileStoreContract {

  private static final LogIdentity LOG = new LogIdentity(new UUID(1, 2));
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final ProfileLimits LIMITS = new ProfileLimits(Duration.ofDays(90), 20, 10_000);

  private final AcceptedRecords accepted = new AcceptedRecords();
  private final List<LogRecord> waiting = new ArrayList<>();
  private final RecordingListener evaluation = new RecordingListener();
  private Database database;
  private ProfileStore store;
  private Profiles profiles;
  private @Nullable Bookmark bookmark;
  private long end;
  private Instant now = NOON;

  /** The URL of this test's database, the same for every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.PROFILES);
    store = new SqlProfileStore(database, LIMITS, evaluation);
    profiles =
        new Profiles(store, LIMITS, HiddenRecords.nothing(), () -> now, new SimpleMeterRegistry());
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** A call, with {@code '} for quotes, at so many seconds after noon; waits for {@link #take}. */
  private void say(MessageType type, int seconds, String json) {
    String body = json.replace('\'', '"');
    String timestamp = NOON.plusSeconds(seconds).toString();
    String timed = "{\"timestamp\":\"" + timestamp + "\"," + body.substring(1);
    waiting.add(new LogRecord(end++, now, ByteBuffer.wrap(accepted.of(1, type, now, timed))));
  }

  private void identify(int seconds, String json) {
    say(MessageType.IDENTIFY, seconds, json);
  }

  private void track(int seconds, String json) {
    say(MessageType.TRACK, seconds, json);
  }

  private void alias(String previous, String user) {
    say(MessageType.ALIAS, 0, "{'previousId':'%s','userId':'%s'}".formatted(previous, user));
  }

  /** A computed message. */
  private void delete(String user) {
    RecordBuffer buffer = new RecordBuffer(256);
    String json =
        "{\"type\":\"delete\",\"userId\":\"%s\",\"messageId\":\"d\",\"timestamp\":\"%s\"}"
            .formatted(user, NOON);
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(json.getBytes(UTF_8), new SourceId(1), now, new long[0], buffer);
    byte[] record = Arrays.copyOfRange(buffer.bytes(), 0, buffer.ends()[0]);
    waiting.add(new LogRecord(end++, now, ByteBuffer.wrap(record)));
  }

  private void take() {
    Bookmark after = Bookmark.at(LOG, end);
    profiles.take(new BookmarkMove(0, bookmark, after, 0), waiting);
    bookmark = after;
    waiting.clear();
  }

  private List<String> people() {
    return ProfileDump.of(database);
  }

  private String person() {
    assertThat(people()).hasSize(1);
    return people().getFirst();
  }

  @Test
  void traits_haveTheLatestTime() {
    identify(2, "{'userId':'ada','traits':{'plan':'pro','seats':3}}");
    identify(1, "{'userId':'ada','traits':{'plan':'free','age':36}}");
    take();
    identify(3, "{'userId':'ada','traits':{'seats':null,'address':{'city':'Köln'}}}");
    identify(2, "{'userId':'ada','traits':{'seats':9}}");
    take();
    assertThat(person())
        .contains("traits {\"address\":{\"city\":\"Köln\"},\"age\":36,\"plan\":\"pro\"}");
    assertThat(evaluation.changes)
        .containsExactly(
            new ChangedProfile(1, Set.of("plan", "seats", "age"), Set.of(), true),
            new ChangedProfile(1, Set.of("seats", "address"), Set.of(), false));
  }

  @Test
  void traitOfTheSameTime_isDecidedByLogOrder() {
    identify(1, "{'userId':'ada','traits':{'plan':'a'}}");
    take();
    identify(1, "{'userId':'ada','traits':{'plan':'b'}}");
    take();
    assertThat(person()).contains("traits {\"plan\":\"b\"}");
  }

  /** With any step boundaries, and in both directions of the merge. */
  @Test
  void traitsOfTheSameTime_areDecidedByLogOrderAfterAMerge() {
    for (List<String> order : List.of(List.of("old", "new"), List.of("new", "old"))) {
      for (boolean together : List.of(false, true)) {
        store.rebuild(List.of(), now);
        bookmark = null;
        end = 0;
        identify(1, "{'userId':'%s','traits':{'plan':'a'}}".formatted(order.getFirst()));
        identify(1, "{'userId':'%s','traits':{'plan':'b'}}".formatted(order.getLast()));
        if (!together) {
          take();
        }
        alias("old", "new");
        take();
        assertThat(person()).as("%s %s", order, together).contains("traits {\"plan\":\"b\"}");
      }
    }
  }

  @Test
  void groupTraitOfTheSameTime_doesNotDependOnWhichPartitionIsReadFirst() {
    say(MessageType.GROUP, 1, "{'userId':'ada','groupId':'acme','traits':{'size':5}}");
    profiles.take(new BookmarkMove(1, null, Bookmark.at(LOG, end), 0), waiting);
    waiting.clear();
    end = 0;
    say(MessageType.GROUP, 1, "{'userId':'ada','groupId':'acme','traits':{'size':6}}");
    take();
    assertThat(person()).contains("{\"size\":5}");
  }

  @Test
  void sameValue_isNotSentAgain() {
    identify(1, "{'userId':'ada','traits':{'plan':'a','since':'2026-01-01'}}");
    take();
    evaluation.changes.clear();
    identify(2, "{'userId':'ada','traits':{'plan':'a','since':'2026-01-01'}}");
    take();
    assertThat(evaluation.changes).isEmpty();
    identify(1, "{'userId':'ada','traits':{'plan':'b'}}");
    take();
    assertThat(person()).contains("\"plan\":\"a\"");
  }

  @Test
  void events_areStoredWithTheirProperties() {
    track(1, "{'userId':'ada','event':'Paid','properties':{'total':19.90,'items':['a',1,{}]}}");
    say(MessageType.PAGE, 2, "{'userId':'ada','name':'Home','category':'Shop'}");
    say(MessageType.SCREEN, 3, "{'userId':'ada','name':'Home','properties':{'name':'Own'}}");
    take();
    assertThat(person())
        .contains("did Paid at 1772366401000 #0")
        .contains("{\"items\":[\"a\",1,{}],\"total\":19.9}")
        .contains("did Page Viewed at 1772366402000 #1")
        .contains("{\"category\":\"Shop\",\"name\":\"Home\"}")
        .contains("did Screen Viewed at 1772366403000 #2")
        .contains("{\"name\":\"Own\"}")
        .contains("user seen 1772366400000 to 1772366400000, 3 events");
  }

  @Test
  void anonymousProfile_becomesTheUser() {
    track(1, "{'anonymousId':'x','event':'Looked'}");
    take();
    assertThat(person()).startsWith("a:x").contains("is nobody").contains("anonymous seen");
    assertThat(evaluation.changes).isEmpty();
    identify(2, "{'userId':'ada','anonymousId':'x'}");
    take();
    assertThat(person()).startsWith("u:ada\n  a:x").contains("is ada").contains("did Looked");
    assertThat(evaluation.changes).containsExactly(new ChangedProfile(1, Set.of(), Set.of(), true));
    assertThat(evaluation.merges).isEmpty();
  }

  @Test
  void anonymousProfile_isMergedIntoAKnownUser() {
    identify(1, "{'userId':'ada','traits':{'plan':'pro'}}");
    track(1, "{'anonymousId':'x','event':'Looked'}");
    take();
    identify(2, "{'anonymousId':'x','traits':{'plan':'free','ref':'ad'}}");
    take();
    track(3, "{'userId':'ada','anonymousId':'x','event':'Paid'}");
    take();
    assertThat(person())
        .startsWith("u:ada\n  a:x")
        .contains("traits {\"plan\":\"free\",\"ref\":\"ad\"}")
        .contains("did Looked", "did Paid");
    assertThat(evaluation.merges).containsExactly(List.of(2L, 1L));
    assertThat(evaluation.changes.getLast().whole()).isTrue();
  }

  @Test
  void twoUsersOnOneBrowser_staySeparate() {
    track(1, "{'userId':'ada','anonymousId':'x','event':'One'}");
    take();
    track(2, "{'userId':'bob','anonymousId':'x','event':'Two'}");
    track(3, "{'anonymousId':'x','event':'Three'}");
    take();
    assertThat(people()).hasSize(2);
    assertThat(people().get(0)).startsWith("u:ada\n  is ada").contains("did One");
    assertThat(people().get(1)).startsWith("u:bob\n  a:x").contains("did Two", "did Three");
    assertThat(evaluation.merges).isEmpty();
  }

  @Test
  void alias_mergesTwoUsers() {
    track(1, "{'userId':'old','anonymousId':'x','event':'One'}");
    identify(5, "{'userId':'old','traits':{'plan':'pro','age':3}}");
    track(2, "{'userId':'new','event':'Two'}");
    identify(6, "{'userId':'new','traits':{'plan':'free'}}");
    take();
    alias("old", "new");
    take();
    track(3, "{'userId':'old','event':'Three'}");
    track(4, "{'anonymousId':'x','event':'Four'}");
    take();
    assertThat(person())
        .contains("is new traits {\"age\":3,\"plan\":\"free\"}")
        .contains("u:new\n  u:old\n  a:old\n  a:x")
        .contains("did One", "did Two", "did Three", "did Four");
    assertThat(evaluation.merges).containsExactly(List.of(1L, 2L));
  }

  @Test
  void alias_toAnUnknownUser_createsTheProfile() {
    track(1, "{'userId':'old','event':'One'}");
    take();
    alias("old", "new");
    take();
    assertThat(person()).contains("is new").contains("did One");
    assertThat(evaluation.merges).containsExactly(List.of(1L, 2L));
    assertThat(evaluation.changes.getLast())
        .isEqualTo(new ChangedProfile(2, Set.of(), Set.of(), true));
  }

  @Test
  void alias_ofAnonymousAndUnknownIds_linksThem() {
    track(1, "{'anonymousId':'x','event':'One'}");
    take();
    alias("x", "ada");
    alias("never-seen", "ada");
    take();
    track(2, "{'userId':'never-seen','event':'Two'}");
    take();
    assertThat(person()).contains("is ada").contains("did One", "did Two");
  }

  @Test
  void alias_ofTheSameProfile_changesNothing() {
    alias("old", "new");
    alias("old", "new");
    alias("new", "old");
    alias("new", "new");
    take();
    assertThat(person()).contains("is new");
    assertThat(evaluation.merges).isEmpty();
  }

  @Test
  void mergesWithinOneStep_equalMergesOverManySteps() {
    Runnable[] calls = {
      () -> track(1, "{'anonymousId':'x','event':'One'}"),
      () -> identify(2, "{'anonymousId':'y','traits':{'a':1}}"),
      () -> track(3, "{'userId':'old','anonymousId':'x','event':'Two'}"),
      () -> track(4, "{'userId':'new','anonymousId':'y','event':'Three'}"),
      () -> alias("old", "new"),
      () -> say(MessageType.GROUP, 5, "{'userId':'old','groupId':'g','traits':{'b':2}}"),
      () -> track(6, "{'anonymousId':'x','event':'Four'}"),
    };
    for (Runnable call : calls) {
      call.run();
      take();
    }
    List<String> oneByOne = people();
    store.rebuild(List.of(), now);
    bookmark = null;
    end = 0;
    for (Runnable call : calls) {
      call.run();
    }
    take();
    assertThat(people()).isEqualTo(oneByOne).hasSize(1);
  }

  @Test
  void groups_haveTraitsOfTheirOwn() {
    say(MessageType.GROUP, 1, "{'userId':'ada','groupId':'acme','traits':{'size':5}}");
    say(MessageType.GROUP, 2, "{'userId':'bob','groupId':'acme','traits':{'size':6}}");
    take();
    say(MessageType.GROUP, 1, "{'userId':'ada','groupId':'acme','traits':{'size':7}}");
    take();
    assertThat(people())
        .hasSize(2)
        .allSatisfy(person -> assertThat(person).contains("in acme").contains("{\"size\":6}"));
  }

  @Test
  void groupsBeyondTheLimit_areDeletedOldestFirst() {
    for (int i = 0; i <= ProfileStore.MAX_GROUPS; i++) {
      say(MessageType.GROUP, i, "{'userId':'ada','groupId':'g%03d'}".formatted(i));
    }
    take();
    assertThat(person()).doesNotContain("in g000").contains("in g001", "in g100");
  }

  @Test
  void deleteMessage_erasesEarlierData() {
    track(1, "{'userId':'ada','anonymousId':'x','event':'One'}");
    take();
    track(2, "{'userId':'ada','event':'Two'}");
    delete("ada");
    delete("nobody");
    track(3, "{'userId':'ada','event':'Three'}");
    track(4, "{'anonymousId':'x','event':'Four'}");
    take();
    assertThat(evaluation.erased).containsExactly(1L);
    assertThat(people()).hasSize(2);
    assertThat(people().getFirst()).contains("is nobody", "did Four");
    assertThat(people().getLast())
        .contains("is ada", "did Three", ", 1 events")
        .doesNotContain("One", "Two");
  }

  @Test
  void deleteMessage_erasesAProfileMergedInTheSameStep() {
    track(1, "{'userId':'old','event':'One'}");
    track(1, "{'userId':'new','event':'One'}");
    take();
    alias("old", "new");
    delete("old");
    take();
    assertThat(people()).isEmpty();
    assertThat(evaluation.erased).containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void deletion_erasesEverything() {
    track(1, "{'userId':'ada','anonymousId':'x','event':'One'}");
    say(MessageType.GROUP, 1, "{'userId':'ada','groupId':'acme'}");
    track(1, "{'userId':'bob','event':'Two'}");
    take();
    assertThat(store.erase("ada")).isTrue();
    assertThat(store.erase("ada")).isFalse();
    assertThat(evaluation.erased).containsExactly(1L);
    assertThat(person()).startsWith("u:bob");
    track(2, "{'userId':'ada','anonymousId':'x','event':'Again'}");
    take();
    assertThat(people().getFirst()).contains("is ada", "did Again").doesNotContain("One");
  }

  @Test
  void eventsBeyondTheLimit_areDeletedOldestFirst() {
    for (int i = 0; i < LIMITS.mostEvents(); i++) {
      track(i, "{'userId':'ada','event':'E%02d'}".formatted(i));
    }
    take();
    assertThat(person()).contains(", 20 events").contains("did E00");
    evaluation.changes.clear();
    track(20, "{'userId':'ada','event':'E20'}");
    take();
    assertThat(person()).contains(", 18 events").doesNotContain("did E02").contains("did E03");
    assertThat(evaluation.changes).hasSize(1).allMatch(ChangedProfile::whole);
  }

  @Test
  void bytesBeyondTheLimit_areDeletedOldestFirst() {
    String text = "x".repeat(3_000);
    for (int i = 0; i < 4; i++) {
      track(i, "{'userId':'ada','event':'E%d','properties':{'t':'%s'}}".formatted(i, text));
      take();
    }
    assertThat(person()).contains(", 2 events").contains("did E2", "did E3");
  }

  @Test
  void oldEvents_arePruned() {
    track(-80, "{'userId':'ada','event':'Old'}");
    track(0, "{'userId':'ada','event':'Old'}");
    track(-80, "{'userId':'bob','event':'Gone'}");
    track(-80, "{'anonymousId':'x','event':'Gone'}");
    take();
    evaluation.changes.clear();
    Instant before = NOON.minusSeconds(79);
    int removed = 0;
    for (long name : store.eventNames()) {
      removed += store.prune(name, before, now);
    }
    assertThat(removed).isEqualTo(3);
    assertThat(store.eventNames()).hasSize(1);
    assertThat(evaluation.changes)
        .extracting(ChangedProfile::profile, ChangedProfile::whole)
        .containsExactlyInAnyOrder(tuple(1L, true), tuple(2L, true));
    assertThat(people()).hasSize(3);
    assertThat(store.pruneAnonymous(0, before)).contains(3L);
    assertThat(store.pruneAnonymous(3, before)).isEmpty();
    assertThat(people()).hasSize(2);
    track(1, "{'userId':'bob','event':'Gone'}");
    take();
    assertThat(store.eventNames()).hasSize(2);
  }

  @Test
  void eventsOlderThanTheHistory_areNotStored() {
    now = NOON.plus(LIMITS.history());
    track(0, "{'userId':'ada','event':'Edge'}");
    track(-1, "{'userId':'ada','event':'Beyond'}");
    take();
    assertThat(person()).contains("did Edge").doesNotContain("Beyond");
  }

  @Test
  void bookmark_isMovedWithTheStep() {
    track(1, "{'userId':'ada','event':'One'}");
    List<LogRecord> records = List.copyOf(waiting);
    take();
    assertThat(store.bookmark(0)).contains(Bookmark.at(LOG, 1));
    List<String> before = people();
    assertThatThrownBy(
            () -> profiles.take(new BookmarkMove(0, null, Bookmark.at(LOG, 1), 0), records))
        .isInstanceOf(BookmarkMovedException.class);
    assertThat(people()).isEqualTo(before);
    store.release();
    assertThat(store.bookmark(0)).contains(new Bookmark(LOG, 1, true));
  }

  @Test
  void rebuild_givesTheSameProfiles() {
    List<LogRecord> all = new ArrayList<>();
    track(1, "{'anonymousId':'x','event':'One'}");
    track(2, "{'userId':'ada','anonymousId':'x','event':'Two','properties':{'a':{'b':1}}}");
    track(2, "{'userId':'gone','event':'Two'}");
    identify(3, "{'userId':'old','traits':{'b':true}}");
    say(MessageType.GROUP, 4, "{'userId':'old','groupId':'acme','traits':{'size':5}}");
    track(5, "{'anonymousId':'y','event':'Three'}");
    alias("old", "ada");
    all.addAll(waiting);
    take();
    List<String> before = people();
    evaluation.changes.clear();
    store.rebuild(List.of(new OffsetRange(0, 0, end)), now);
    assertThat(store.bookmark(0)).isEmpty();
    assertThat(store.rebuilding()).contains(new Progress(0, end));
    bookmark = null;
    Bookmark middle = Bookmark.at(LOG, 3);
    profiles.take(new BookmarkMove(0, null, middle, 0), all.subList(0, 3));
    assertThat(store.rebuilding()).contains(new Progress(3, end));
    assertThat(evaluation.rebuilt).isZero();
    profiles.take(
        new BookmarkMove(0, middle, Bookmark.at(LOG, end), 0), all.subList(3, all.size()));
    assertThat(store.rebuilding()).isEmpty();
    assertThat(evaluation.rebuilt).isEqualTo(1);
    assertThat(evaluation.changes).isEmpty();
    assertThat(people()).isEqualTo(before);
  }

  @Test
  void rebuild_deletesAgain() {
    track(1, "{'userId':'ada','anonymousId':'x','event':'One'}");
    identify(2, "{'userId':'ada','traits':{'plan':'pro'}}");
    say(MessageType.GROUP, 3, "{'userId':'ada','groupId':'acme'}");
    track(3, "{'userId':'gone','event':'One'}");
    delete("ada");
    delete("gone");
    track(7, "{'userId':'ada','event':'Two'}");
    track(8, "{'anonymousId':'x','event':'Three'}");
    track(9, "{'userId':'ada','anonymousId':'y','event':'Four'}");
    List<LogRecord> all = List.copyOf(waiting);
    take();
    List<String> before = people();
    for (int cut = 0; cut < all.size(); cut++) {
      evaluation.erased.clear();
      store.rebuild(List.of(new OffsetRange(0, 0, end)), now);
      Bookmark middle = Bookmark.at(LOG, cut);
      profiles.take(new BookmarkMove(0, null, middle, 0), all.subList(0, cut));
      profiles.take(
          new BookmarkMove(0, middle, Bookmark.at(LOG, end), 0), all.subList(cut, all.size()));
      assertThat(people()).as("in two steps, cut at %d", cut).isEqualTo(before);
      assertThat(evaluation.erased).as("what was erased").isEmpty();
    }
  }

  @Test
  void rebuild_keepsTheNumbersOfUsers() {
    track(1, "{'anonymousId':'x','event':'One'}");
    identify(1, "{'userId':'ada','traits':{'plan':'pro'}}");
    take();
    store.rebuild(List.of(), now);
    assertThat(evaluation.rebuilt).isEqualTo(1);
    assertThat(person()).startsWith("u:ada").contains("traits {}", ", 0 events");
    evaluation.changes.clear();
    identify(2, "{'userId':'ada','traits':{'plan':'pro'}}");
    bookmark = null;
    take();
    assertThat(evaluation.changes)
        .containsExactly(new ChangedProfile(2, Set.of("plan"), Set.of(), false));
  }

  @Test
  void anyTextAndNumber_isStored() {
    identify(
        1,
        "{'userId':'a\\u0000\\ud800','traits':{'n\\u0000.$\\\\':'v\\u0000\\udfff',"
            + "'big':12345678901234567890.5,'tiny':1e-400}}");
    track(2, "{'userId':'a\\u0000\\ud800','event':'E\\u0000\\ud800'}");
    take();
    assertThat(person())
        .startsWith("u:a\0\ud800")
        .contains("\"n\\u0000.$\\\\\":\"v\\u0000\\udfff\"")
        .contains("\"big\":12345678901234567890.5")
        .contains("\"tiny\":1e-400")
        .contains("did E\0\ud800 at");
    assertThat(store.erase("a\0\ud800")).isTrue();
    assertThat(people()).isEmpty();
  }

  /** Neither message order nor step boundaries matter. */
  @Test
  void orderOfMessages_doesNotMatter() {
    List<Runnable> calls =
        new ArrayList<>(
            List.of(
                () -> track(1, "{'anonymousId':'x','event':'One'}"),
                () -> track(2, "{'userId':'ada','event':'Two','properties':{'a':1}}"),
                () -> identify(3, "{'userId':'ada','anonymousId':'x','traits':{'p':1,'q':1}}"),
                () -> identify(4, "{'anonymousId':'x','traits':{'p':2}}"),
                () -> identify(5, "{'userId':'ada','traits':{'q':null}}"),
                () -> track(6, "{'userId':'old','event':'Three'}"),
                () -> identify(7, "{'userId':'old','traits':{'p':3,'r':3}}"),
                () -> identify(8, "{'userId':'new','traits':{'p':4}}"),
                () -> track(9, "{'anonymousId':'old','event':'Four'}"),
                () -> alias("old", "new"),
                () -> track(10, "{'userId':'new','event':'Five'}"),
                () -> say(MessageType.GROUP, 11, "{'userId':'old','groupId':'g','traits':{'a':1}}"),
                () ->
                    say(MessageType.GROUP, 12, "{'userId':'new','groupId':'g','traits':{'a':2}}")));
    long seed = Long.getLong("postrider.seed", 20_260_101L);
    System.out.println("ProfileStoreContract: replay with -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    List<String> expected = List.of();
    for (int round = 0; round < 40; round++) {
      store.rebuild(List.of(), now);
      bookmark = null;
      end = 0;
      for (Runnable call : calls) {
        call.run();
        if (random.nextInt(3) == 0) {
          take();
        }
      }
      take();
      List<String> found = people().stream().map(p -> p.replaceAll("#[0-9a-z]+", "#")).toList();
      expected = round == 0 ? found : expected;
      assertThat(found).as("round %d", round).isEqualTo(expected).hasSize(2);
      Collections.shuffle(calls, random);
    }
  }

  @Test
  void mistypedNumbers_areNotTexts() {
    String json = "{'userId':'ada','traits':{'a':'1','b':1,'c':true}}";
    identify(1, json.toLowerCase(Locale.ROOT).replace("userid", "userId"));
    take();
    assertThat(person()).contains("traits {\"a\":\"1\",\"b\":1,\"c\":true}");
  }
}
