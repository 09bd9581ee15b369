package io.postrider.server;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} wait a minute for what must happen. Awaitility's 10 seconds are too
 * few on a machine that is busy with other work. Registered for all tests of this module.
 */
public final class PatientAwaits implements BeforeAllCallback {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(PATIENCE);
  }
}
