package io.postrider.server.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.HashKey;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.SourceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveSuppressionTest {

  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /** A store in memory that can be away. */
  private static final class FakeStore implements SuppressionStore {
    private final List<String> users = new ArrayList<>();
    private boolean lifted = true;
    private boolean away;
    private int known;

    @Override
    public long load(long version, Sink sink) {
      if (away) {
        throw new StoreAwayException(new IllegalStateException("away"));
      }
      if (lifted) {
        sink.restart();
        known = 0;
        lifted = false;
      }
      for (; known < users.size(); known++) {
        sink.add((@Nullable SourceId) null, users.get(known));
      }
      return known;
    }
  }

  private final FakeStore store = new FakeStore();

  @Test
  void additions_joinTheSetInForce() {
    store.users.add("ada");
    LiveSuppression live = LiveSuppression.open(store, KEY);
    SuppressedUsers first = live.current();
    assertThat(first.size()).isEqualTo(1);
    store.users.add("bob");
    live.refresh();
    assertThat(live.current()).isSameAs(first);
    assertThat(first.size()).isEqualTo(2);
  }

  @Test
  void lifting_bringsANewSet() {
    store.users.addAll(List.of("ada", "bob"));
    LiveSuppression live = LiveSuppression.open(store, KEY);
    store.users.remove("ada");
    store.lifted = true;
    live.follow(NOON);
    assertThat(live.current().size()).isEqualTo(1);
  }

  @Test
  void storeAway_leavesTheLastOnesInForce() {
    store.users.add("ada");
    LiveSuppression live = LiveSuppression.open(store, KEY);
    store.users.add("bob");
    store.away = true;
    live.follow(NOON);
    live.follow(NOON);
    assertThat(live.current().size()).isEqualTo(1);
    store.away = false;
    live.follow(NOON);
    assertThat(live.current().size()).isEqualTo(2);
  }
}
