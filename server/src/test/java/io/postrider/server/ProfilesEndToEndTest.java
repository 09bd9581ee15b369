package io.postrider.server;

final class ProfilesEndToEndTest extends ProfilesEndToEndContract {

  ProfilesEndToEndTest() {
    super(TestEngine.embedded());
  }
}
