package io.postrider.server.access.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.Token;
import io.postrider.server.access.TokenHash;
import io.postrider.server.access.TokenId;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Seals;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.AccessRole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link TokenStore} on every database. */
abstract class TokenStoreContract {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final int MOST = 1_000;

  private Database database;
  private TokenStore store;
  private CatalogStore catalog;
  private AuditTrail trail;

  /** The URL of this test's database, which is initially empty. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CATALOG);
    store = new TokenStore(new CatalogAccess(database));
    catalog = new SqlCatalogStore(new CatalogAccess(database), Seals.SOME);
    trail = new SqlAuditTrail(new CatalogAccess(database));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Token token(long id, AccessRole role, @Nullable Instant expiresAt) {
    return new Token(
        new TokenId(id), "Token " + id, role, TokenHash.of("prt_" + id), NOON, null, expiresAt);
  }

  private static Token plain(long id) {
    return token(id, AccessRole.VIEWER, null);
  }

  @Test
  void token_isFoundAsItWasCreated() {
    Token viewer = plain(1);
    Token admin = token(-2, AccessRole.ADMIN, NOON.plusSeconds(60));
    assertThat(store.create(viewer, MOST)).isTrue();
    assertThat(store.create(admin, MOST)).isTrue();

    assertThat(store.page(0, 10).items()).containsExactly(viewer, admin);
    assertThat(catalog.load().tokens().all()).containsExactly(viewer, admin);
  }

  @Test
  void name_isStoredExactly() {
    Token odd =
        new Token(
            new TokenId(3), "a\0\ud800 🚀", AccessRole.EDITOR, TokenHash.of("t"), NOON, null, null);
    store.create(odd, MOST);
    assertThat(store.page(0, 10).items()).containsExactly(odd);
  }

  @Test
  void tokens_areBounded() {
    assertThat(store.create(plain(1), 2)).isTrue();
    assertThat(store.create(plain(2), 2)).isTrue();
    long version = catalog.version();
    assertThat(store.create(plain(3), 2)).isFalse();
    assertThat(catalog.version()).isEqualTo(version);
    assertThat(store.revoke(new TokenId(1))).isTrue();
    assertThat(store.create(plain(3), 2)).isTrue();
  }

  @Test
  void hash_isUnique() {
    store.create(plain(1), MOST);
    Token same =
        new Token(
            new TokenId(2), "same", AccessRole.ADMIN, TokenHash.of("prt_1"), NOON, null, null);
    assertThatThrownBy(() -> store.create(same, MOST)).isInstanceOf(DatabaseException.class);
    assertThat(store.page(0, 10).items()).containsExactly(plain(1));
  }

  @Test
  void pages_containEveryTokenOnce() {
    for (int i = 1; i <= 7; i++) {
      store.create(plain(i), MOST);
    }
    List<Token> met = new ArrayList<>();
    Long after = 0L;
    while (after != null) {
      Slice<Token> page = store.page(after, 3);
      met.addAll(page.items());
      after = page.next();
    }
    assertThat(met)
        .extracting(token -> token.id().bits())
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void revokedToken_isDeleted() {
    store.create(plain(1), MOST);
    long version = catalog.version();
    assertThat(store.revoke(new TokenId(1))).isTrue();
    assertThat(store.revoke(new TokenId(1))).isFalse();
    assertThat(catalog.version()).isEqualTo(version + 1);
    assertThat(catalog.load().tokens().all()).isEmpty();
  }

  @Test
  void lastUse_isNeverReplacedByAnEarlierOne() {
    store.create(plain(1), MOST);
    store.create(plain(2), MOST);
    long version = catalog.version();
    store.used(Map.of(new TokenId(1), NOON.plusSeconds(5), new TokenId(9), NOON));
    store.used(Map.of(new TokenId(1), NOON.plusSeconds(1)));
    assertThat(store.page(0, 10).items())
        .extracting(Token::lastUsedAt)
        .containsExactly(NOON.plusSeconds(5), null);
    assertThat(catalog.version()).isEqualTo(version);
    store.used(Map.of(new TokenId(1), NOON.plusSeconds(6)));
    assertThat(store.page(0, 1).items().getFirst().lastUsedAt()).isEqualTo(NOON.plusSeconds(6));
  }

  @Test
  void change_isAuditedWithoutTheToken() {
    TokenStore stamped = store.by(new AuditStamp("root", "Admin token", NOON));
    stamped.create(token(1, AccessRole.EDITOR, NOON.plusSeconds(60)), MOST);
    stamped.create(plain(2), 1);
    stamped.revoke(new TokenId(1));
    stamped.revoke(new TokenId(1));
    List<AuditTrail.Entry> entries = trail.page(Long.MAX_VALUE, 10, null).items();
    assertThat(entries)
        .extracting(entry -> entry.event().action())
        .containsExactly("token.revoked", "token.created");
    assertThat(entries.getLast().event().subject().id()).isEqualTo(new TokenId(1).toString());
    assertThat(entries.getLast().event().changes())
        .extracting(change -> change.field() + "=" + change.to())
        .containsExactly(
            "name=\"Token 1\"", "role=\"editor\"", "expiresAt=\"2026-03-01T12:01:00.123Z\"");
  }
}
