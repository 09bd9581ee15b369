package io.postrider.server.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.route.Source;
import io.postrider.route.SourceType;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class LiveCatalogTest extends ApiTests {

  private Source createElsewhere() {
    Source source =
        new NewSource("elsewhere", SourceType.WEB, true, null)
            .made(new KeyMaker(new SecureRandom()), now);
    store.create(source, 100);
    return source;
  }

  @Test
  void change_ofAnotherNodeIsFollowed() {
    Source source = createElsewhere();
    assertThat(catalog.current().source(source.id())).isEmpty();
    catalog.follow(now);
    assertThat(catalog.current().source(source.id())).contains(source);
  }

  @Test
  void catalog_isReadOnlyWhenItChanged() {
    int before = store.loads.get();
    catalog.follow(now);
    catalog.follow(now);
    assertThat(store.loads.get()).isEqualTo(before);
  }

  @Test
  void snapshot_staysWhileTheStoreIsAway() {
    Source source = createElsewhere();
    catalog.follow(now);
    store.goAway();
    catalog.follow(now);
    catalog.follow(now.plusSeconds(1));
    assertThat(catalog.current().source(source.id())).contains(source);

    store.comeBack();
    Source later = createElsewhere();
    catalog.follow(now.plusSeconds(2));
    assertThat(catalog.current().source(later.id())).contains(later);
  }

  @Test
  void storeAway_isLoggedOnceAndSoIsItsReturn() {
    try (RecordingLog log = RecordingLog.open()) {
      store.goAway();
      catalog.follow(now);
      catalog.follow(now.plusSeconds(1));
      store.comeBack();
      catalog.follow(now.plusSeconds(2));
      catalog.follow(now.plusSeconds(3));
      assertThat(log.linesOf(LiveCatalog.class))
          .satisfiesExactly(
              away -> assertThat(away).contains("cannot be read", "connection refused"),
              back -> assertThat(back).contains("again after PT2S"));
    }
  }

  @Test
  void follower_keepsGoingWhateverHappens() {
    Duration often = Duration.ofMillis(5);
    store.breakDown("bug");
    try (CatalogFollower follower = CatalogFollower.start(catalog, often, InstantSource.system())) {
      assertThat(follower).isNotNull();
      store.comeBack();
      Source source = createElsewhere();
      await().until(() -> catalog.current().source(source.id()).isPresent());
    }
  }
}
