package io.postrider.server;

final class FailedReplayEndToEndTest extends FailedReplayEndToEndContract {

  FailedReplayEndToEndTest() {
    super(TestEngine.embedded());
  }
}
