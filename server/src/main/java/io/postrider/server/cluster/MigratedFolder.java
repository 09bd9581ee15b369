package io.postrider.server.cluster;

import io.postrider.message.HashKey;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The row of the data folder that {@code postrider migrate} moves into a database, and the key of
 * hashes that all nodes of the database use. May be called from any thread.
 *
 * <p>The records of a moved log keep their hashes, so that its nodes keep its key. Without a moved
 * folder, nodes derive the key from the key of secrets, which they share.
 */
public final class MigratedFolder {

  private static final String PURPOSE = "hashes in records";
  private static final int ONLY = 1;
  private static final SecretSeal.Owner OWNER =
      new SecretSeal.Owner("the hash key", "hash key".getBytes(StandardCharsets.UTF_8));

  private final Database database;
  private final SecretSeal seal;

  /**
   * Uses a database.
   *
   * @param database one with {@link Schema#CATALOG}
   * @param seal with the key of secrets that all nodes share
   */
  public MigratedFolder(Database database, SecretSeal seal) {
    this.database = database;
    this.seal = seal;
  }

  /**
   * What is known of the folder.
   *
   * @param log the identity of its log
   * @param topics the identities of the topics that receive it; empty until they exist
   * @param finished whether everything was moved
   */
  public record State(String log, String topics, boolean finished) {}

  /** What is stored; empty if no folder was moved here. */
  public Optional<State> find() {
    return database
        .list(
            row -> new State(row.getString(1), row.getString(2), row.getBoolean(3)),
            "select log, topics, finished from migrated_folder where id = ?",
            ONLY)
        .stream()
        .findFirst();
  }

  /**
   * Notes that a folder begins to be moved; from now on no node starts on this database.
   *
   * @param hashKey the key of the hashes in its records
   */
  public void begin(String log, byte[] hashKey) {
    byte[] sealed = seal.seal(OWNER, HexFormat.of().formatHex(hashKey));
    database.change(
        handle -> {
          handle.execute("delete from migrated_folder");
          handle.execute(
              "insert into migrated_folder (id, log, topics, hash_key, finished)"
                  + " values (?, ?, '', ?, ?)",
              ONLY,
              log,
              sealed,
              false);
        });
  }

  /** Notes the topics that receive the folder. */
  public void into(String topics) {
    int _ = database.execute("update migrated_folder set topics = ?", topics);
  }

  /** Notes that everything was moved; from now on nodes start. */
  public void finish() {
    int _ = database.execute("update migrated_folder set finished = ?", true);
  }

  /**
   * The key of hashes of all nodes.
   *
   * @throws StartException while a folder is being moved here
   */
  public HashKey hashKey() {
    Optional<State> moved = find();
    if (moved.isEmpty()) {
      return HashKey.of(Arrays.copyOf(seal.derived(PURPOSE), HashKey.LENGTH));
    }
    if (!moved.get().finished()) {
      throw new StartException(
          "A data folder is being moved into this database and is not complete. Wait for 'postrider"
              + " migrate' to end, or run it again if it was interrupted: it continues.");
    }
    byte[] sealed =
        database
            .list(row -> row.getBytes(1), "select hash_key from migrated_folder where id = ?", ONLY)
            .getFirst();
    return HashKey.of(HexFormat.of().parseHex(seal.unseal(OWNER, sealed)));
  }
}
