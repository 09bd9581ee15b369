package io.postrider.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.database.DatabaseUnavailableException;
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
  private final List<Map<TokenId, Instant>> saved = new ArrayList<>();

  @Test
  void uses_areSavedOncePerToken() {
    uses.record(new Caller(ID.toString(), "n", AccessRole.VIEWER), NOON);
    uses.record(ID, NOON.plusSeconds(2));
    uses.record(ID, NOON.plusSeconds(1));
    uses.record(TokenLookup.ROOT, NOON);
    uses.flush(saved::add);
    uses.flush(saved::add);
    assertThat(saved).containsExactly(Map.of(ID, NOON.plusSeconds(2)));
  }

  @Test
  void uses_stayRecordedWhileTheStoreIsUnavailable() {
    uses.record(ID, NOON);
    assertThatThrownBy(
            () ->
                uses.flush(
                    taken -> {
                      throw new DatabaseUnavailableException("connection refused");
                    }))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThat(uses.of(ID)).contains(NOON);
    uses.flush(saved::add);
    assertThat(saved).containsExactly(Map.of(ID, NOON));
  }
}
