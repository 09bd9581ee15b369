package io.postrider.server;

final class DeletionEndToEndTest extends DeletionEndToEndContract {

  DeletionEndToEndTest() {
    super(TestEngine.embedded());
  }
}
