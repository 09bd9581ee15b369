package io.postrider.server.store;

import io.postrider.server.audience.EngineContract;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresEngineIT extends EngineContract {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @Override
  protected DatabaseUrl url() {
    return POSTGRES.url();
  }
}
