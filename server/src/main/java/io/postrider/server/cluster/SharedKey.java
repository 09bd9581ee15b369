package io.postrider.server.cluster;

import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.util.HexFormat;

/**
 * Checks that all nodes of a database have the same key of secrets: with another one, a node could
 * not read what they sealed. The first node stores what the key derives, and not the key.
 */
public final class SharedKey {

  private static final String PURPOSE = "fingerprint of the key";
  private static final int ONLY = 1;

  private SharedKey() {}

  /**
   * Refuses a node with another key than the first one.
   *
   * @param database one with {@link Schema#CATALOG}
   * @throws StartException if the key differs
   */
  public static void require(Database database, SecretSeal seal) {
    String own = HexFormat.of().formatHex(seal.derived(PURPOSE));
    String first =
        database.write(
            handle -> {
              handle.execute(
                  "insert into shared_key (id, fingerprint) values (?, ?) on conflict do nothing",
                  ONLY,
                  own);
              return handle
                  .select("select fingerprint from shared_key where id = ?", ONLY)
                  .mapTo(String.class)
                  .one();
            });
    if (!first.equals(own)) {
      throw new StartException(
          "The setting 'secrets.key' differs from that of the first node of this database. Use the"
              + " same key on every node: with another one, this node could neither read secrets"
              + " nor recognize users.");
    }
  }
}
