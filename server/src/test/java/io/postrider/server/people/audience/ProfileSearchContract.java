package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.has;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.MessageType;
import io.postrider.profile.SearchTerms;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.people.profile.ProfileSearch.Position;
import io.postrider.server.people.profile.ProfileSearch.Results;
import io.postrider.server.people.profile.ProfileSearch.Wanted;
import io.postrider.server.people.sql.SqlProfileSearch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The search of profiles by traits and user IDs, for every database. */
public abstract class ProfileSearchContract {

  private EngineHarness world;
  private SqlProfileSearch search;

  /** The URL of this test's database. */
  protected abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    world = new EngineHarness(url());
    search = new SqlProfileSearch(world.database());
  }

  @AfterEach
  void close() {
    world.close();
  }

  private List<String> find(List<String> path, String value, boolean prefix) {
    return users(search.search(new Wanted(path, value, prefix), null, 100));
  }

  private static List<String> users(Results results) {
    return results.matches().stream().map(match -> match.userId()).toList();
  }

  private List<String> exact(String trait, String value) {
    return find(List.of(trait), value, false);
  }

  private long indexed() {
    return world.database().list(Long.class, "select count(*) from trait_value").getFirst();
  }

  @Test
  void profiles_areFoundByAnyTrait_exactlyAndByPrefix() {
    world.identify(
        "ada", "{'email':'Ada@Example.com','age':36,'vip':true,'address':{'city':'Köln'}}");
    world.identify("ben", "{'email':'ben@example.com','age':37,'tags':['x','y'],'plan':null}");
    world.follow();
    assertThat(exact("email", "ada@example.com")).containsExactly("ada");
    assertThat(exact("email", "ada@example")).isEmpty();
    assertThat(find(List.of("email"), "ADA@", true)).containsExactly("ada");
    assertThat(find(List.of("age"), "3", true)).containsExactly("ada", "ben");
    assertThat(exact("age", "36")).containsExactly("ada");
    assertThat(exact("vip", "true")).containsExactly("ada");
    assertThat(find(List.of("address", "city"), "kÖ", true)).containsExactly("ada");
    assertThat(exact("tags", "y")).containsExactly("ben");
    assertThat(exact("plan", "null")).isEmpty();
    assertThat(find(List.of(), "AD", true)).containsExactly("ada");
    assertThat(find(List.of(), "ad", false)).isEmpty();
  }

  @Test
  void changedTrait_isFoundByItsNewValueOnly() {
    world.identify("ada", "{'plan':'free','email':'a@b.c'}");
    world.follow();
    long before = indexed();
    world.identify("ada", "{'plan':'pro'}");
    world.follow();
    assertThat(exact("plan", "free")).isEmpty();
    assertThat(exact("plan", "pro")).containsExactly("ada");
    assertThat(exact("email", "a@b.c")).containsExactly("ada");
    assertThat(indexed()).isEqualTo(before);
    world.identify("ada", "{'plan':null}");
    world.follow();
    assertThat(exact("plan", "pro")).isEmpty();
  }

  @Test
  void anonymousPerson_isFoundOnceIdentified() {
    world.say(MessageType.IDENTIFY, "{'anonymousId':'v','traits':{'email':'a@b.c'}}");
    world.follow();
    assertThat(exact("email", "a@b.c")).isEmpty();
    world.say(MessageType.IDENTIFY, "{'anonymousId':'v','userId':'ada'}");
    world.follow();
    assertThat(exact("email", "a@b.c")).containsExactly("ada");
    assertThat(find(List.of(), "ada", false)).containsExactly("ada");
  }

  @Test
  void deletedMergedAndRebuiltProfiles_leaveNothingBehind() {
    world.identify("ada", "{'email':'a@b.c'}");
    world.identify("old", "{'email':'o@b.c','plan':'pro'}");
    world.say(MessageType.ALIAS, "{'previousId':'old','userId':'new'}");
    world.identify("new", "{'email':'n@b.c'}");
    world.follow();
    assertThat(find(List.of("email"), "o@", true)).isEmpty();
    assertThat(exact("plan", "pro")).hasSize(1);
    assertThat(world.profileStore().erase("ada")).isTrue();
    assertThat(find(List.of("email"), "a", true)).isEmpty();
    world.rebuild();
    world.follow();
    assertThat(exact("email", "n@b.c")).hasSize(1);
    for (String user : List.of("ada", "new", "old")) {
      boolean _ = world.profileStore().erase(user);
    }
    assertThat(indexed()).isZero();
  }

  @Test
  void longValues_areComparedWhole() {
    String longest = "x".repeat(SearchTerms.MAX_LENGTH);
    world.identify("ada", "{'note':'%sa'}".formatted(longest));
    world.identify("ben", "{'note':'%sb'}".formatted(longest));
    world.follow();
    assertThat(exact("note", longest + "b")).containsExactly("ben");
    assertThat(find(List.of("note"), longest + "a", true)).containsExactly("ada");
    assertThat(find(List.of("note"), longest, true)).containsExactly("ada", "ben");
    assertThat(exact("note", longest)).isEmpty();
  }

  @Test
  void results_arePaged() {
    for (int i = 0; i < 25; i++) {
      world.identify("user-" + i, "{'plan':'%s'}".formatted(i % 2 == 0 ? "pro" : "Premium"));
    }
    world.follow();
    Wanted wanted = new Wanted(List.of("plan"), "pr", true);
    List<String> met = new ArrayList<>();
    Position next = null;
    do {
      Results page = search.search(wanted, next, 4);
      assertThat(page.matches()).hasSizeLessThanOrEqualTo(4);
      met.addAll(users(page));
      next = page.next();
    } while (next != null);
    assertThat(met).hasSize(25).doesNotHaveDuplicates();
  }

  @Test
  void profilesOfAnEarlierVersion_areIndexedInSteps() {
    for (int i = 0; i < 5; i++) {
      world.identify("user-" + i, "{'plan':'pro'}");
    }
    world.follow();
    world
        .database()
        .change(
            handle -> {
              handle.execute("delete from trait_value");
              handle.execute("update trait_indexing set after_profile = 0");
            });
    assertThat(search.isComplete()).isFalse();
    assertThat(exact("plan", "pro")).isEmpty();
    assertThat(world.profileStore().indexTraits(2)).isTrue();
    assertThat(exact("plan", "pro")).hasSize(2);
    world.identify("user-4", "{'plan':'free'}");
    world.follow();
    world.restart();
    while (world.profileStore().indexTraits(2)) {
      assertThat(search.isComplete()).isFalse();
    }
    assertThat(search.isComplete()).isTrue();
    assertThat(exact("plan", "pro")).hasSize(4);
    assertThat(exact("plan", "free")).containsExactly("user-4");
    assertThat(find(List.of(), "user-", true)).hasSize(5);
    assertThat(world.profileStore().indexTraits(2)).isFalse();
  }

  @Test
  void members_areFoundByTheirUserId() {
    world.identify("Ada", "{'plan':'pro'}");
    world.identify("adam", "{'plan':'free'}");
    world.identify("adele", "{'plan':'pro'}");
    world.define(audience(1, "pros", has("plan", "pro")));
    world.settle();
    assertThat(world.members(1, "AD", 10)).containsExactly("Ada", "adele");
    assertThat(world.members(1, "ad", 1)).containsExactly("Ada");
    assertThat(world.members(1, "x", 10)).isEmpty();
  }
}
