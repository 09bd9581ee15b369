package io.postrider.server.commands.migrate;

import io.postrider.id.DestinationId;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.SecretSeal.Owner;
import io.postrider.server.database.UnreadableSecretException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Seals secrets with the key that all nodes share, unless that key has sealed them already. */
final class SecretRules {

  private final SecretSeal from;
  private final SecretSeal to;

  /**
   * @param from with the key of the data folder
   * @param to with the configured key
   */
  SecretRules(SecretSeal from, SecretSeal to) {
    this.from = from;
    this.to = to;
  }

  /** The rules by the names of their tables. */
  Map<String, Supplier<RowRule>> byTable() {
    return Map.of(
        "destination_secret",
        () ->
            row ->
                List.of(
                    sealed(
                        row, "sealed", Owner.of(new DestinationId(row.number("destination_id"))))),
        "workspace",
        () ->
            row ->
                List.of(
                    row.get("notifications_secret") == null
                        ? row
                        : sealed(row, "notifications_secret", Owner.WORKSPACE)));
  }

  private Row sealed(Row row, String column, Owner owner) {
    byte[] sealed = row.bytes(column);
    try {
      String _ = to.unseal(owner, sealed);
      return row;
    } catch (UnreadableSecretException otherKey) {
      return row.with(column, to.seal(owner, from.unseal(owner, sealed)));
    }
  }
}
