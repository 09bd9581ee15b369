package io.postrider.server;

final class AudienceEndToEndTest extends AudienceEndToEndContract {

  AudienceEndToEndTest() {
    super(TestEngine.embedded());
  }
}
