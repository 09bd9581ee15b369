package io.postrider.server.cluster;

import io.postrider.server.config.Secret;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns if a node has another admin token than the one that started before it: behind a load
 * balancer, requests would be refused now and then. It is no error, because nodes get a new token
 * one after the other. The database has what the key of secrets derives, and not the token.
 */
public final class SharedToken {

  private static final Logger LOG = LoggerFactory.getLogger(SharedToken.class);
  private static final String PURPOSE = "fingerprint of the admin token ";
  private static final int ONLY = 1;

  private SharedToken() {}

  /**
   * Compares the token of a node that starts.
   *
   * @param database one with {@link Schema#CATALOG}
   * @param token empty on a node without the admin API
   */
  public static void compare(Database database, SecretSeal seal, Secret token) {
    if (token.reveal().isEmpty()) {
      return;
    }
    byte[] own = seal.derived(PURPOSE + token.reveal());
    Optional<String> before =
        database.write(
            handle -> {
              Optional<String> last =
                  handle
                      .select("select fingerprint from shared_token where id = ?", ONLY)
                      .mapTo(String.class)
                      .findOne();
              handle.execute(
                  "insert into shared_token (id, fingerprint) values (?, ?)"
                      + " on conflict (id) do update set fingerprint = excluded.fingerprint",
                  ONLY,
                  HexFormat.of().formatHex(own));
              return last;
            });
    if (before.isPresent() && !MessageDigest.isEqual(own, HexFormat.of().parseHex(before.get()))) {
      LOG.warn(
          "The setting 'admin.token' differs from that of the node that started before. Use the"
              + " same token on every node: one that has another refuses requests with it.");
    }
  }
}
