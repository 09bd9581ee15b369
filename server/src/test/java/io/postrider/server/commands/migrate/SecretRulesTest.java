package io.postrider.server.commands.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.DestinationId;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.SecretSeal.Owner;
import io.postrider.server.database.UnreadableSecretException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SecretRulesTest {

  private static final DestinationId ID = new DestinationId(-7);

  private final SecretSeal old = seal(1);
  private final SecretSeal configured = seal(2);
  private final SecretRules rules = new SecretRules(old, configured);

  private static SecretSeal seal(int key) {
    byte[] bytes = new byte[SecretSeal.KEY_LENGTH];
    Arrays.fill(bytes, (byte) key);
    return new SecretSeal("key " + key, () -> true, () -> bytes);
  }

  private Row moved(String table, Row row) {
    return Objects.requireNonNull(rules.byTable().get(table)).get().apply(row).getFirst();
  }

  private static Row secret(byte[] sealed) {
    return new Row(Map.of("destination_id", ID.bits(), "sealed", sealed));
  }

  private static Row workspace(byte @Nullable [] sealed) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("notifications_secret", sealed);
    return new Row(values);
  }

  @Test
  void secrets_areSealedWithTheConfiguredKey() {
    Row moved = moved("destination_secret", secret(old.seal(ID, "s3cret")));
    assertThat(configured.unseal(ID, moved.bytes("sealed"))).isEqualTo("s3cret");
    assertThatThrownBy(() -> old.unseal(ID, moved.bytes("sealed")))
        .isInstanceOf(UnreadableSecretException.class);

    Row settings = moved("workspace", workspace(old.seal(Owner.WORKSPACE, "w0rk")));
    assertThat(configured.unseal(Owner.WORKSPACE, settings.bytes("notifications_secret")))
        .isEqualTo("w0rk");
    assertThat(moved("workspace", workspace(null)).get("notifications_secret")).isNull();
  }

  @Test
  void secretsOfTheSameKey_stay() {
    byte[] sealed = configured.seal(ID, "s3cret");
    assertThat(moved("destination_secret", secret(sealed)).bytes("sealed")).isSameAs(sealed);
  }

  @Test
  void secretOfAnotherKey_orOfAnotherDestination_isRefused() {
    assertThatThrownBy(() -> moved("destination_secret", secret(seal(3).seal(ID, "s3cret"))))
        .isInstanceOf(UnreadableSecretException.class);
    byte[] anothers = old.seal(new DestinationId(8), "s3cret");
    assertThatThrownBy(() -> moved("destination_secret", secret(anothers)))
        .isInstanceOf(UnreadableSecretException.class);
  }
}
