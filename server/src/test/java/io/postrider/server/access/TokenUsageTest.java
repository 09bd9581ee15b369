package io.postrider.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.Caller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TokenUsageTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final TokenId ID = new TokenId(5);

  private final TokenUsage uses = new TokenUsage();
  private final FlakyTokenStore store = new FlakyTokenStore();

  private static final class FlakyTokenStore implements TokenStore {

    final List<Map<TokenId, Instant>> kept = new ArrayList<>();
    boolean away;

    @Override
    public TokenStore by(AuditStamp stamp) {
      return this;
    }

    @Override
    public Slice<Token> page(long after, int limit) {
      return new Slice<>(List.of(), null);
    }

    @Override
    public boolean create(Token token, int most) {
      return false;
    }

    @Override
    public boolean revoke(TokenId id) {
      return false;
    }

    @Override
    public void used(Map<TokenId, Instant> lastUses) {
      if (away) {
        throw new DatabaseUnavailableException("away");
      }
      kept.add(lastUses);
    }
  }

  @Test
  void uses_areKeptOnceHoweverManyThereWere() {
    try (TokenUsageFlusher keeper = TokenUsageFlusher.start(uses, store)) {
      uses.note(new Caller(ID.toString(), "n", AccessRole.VIEWER), NOON);
      uses.note(ID, NOON.plusSeconds(2));
      uses.note(ID, NOON.plusSeconds(1));
      uses.note(Keyring.ROOT, NOON);
      assertThat(store.kept).isEmpty();
      keeper.keep();
      keeper.keep();
    }
    assertThat(store.kept).containsExactly(Map.of(ID, NOON.plusSeconds(2)));
  }

  @Test
  void uses_stayNotedWhileTheStoreIsAway() {
    try (TokenUsageFlusher keeper = TokenUsageFlusher.start(uses, store)) {
      store.away = true;
      uses.note(ID, NOON);
      keeper.keep();
      assertThat(uses.of(ID)).contains(NOON);
      store.away = false;
    }
    assertThat(store.kept).containsExactly(Map.of(ID, NOON));
  }
}
