package io.postrider.server;

final class ProfilesEndToEndIT extends ProfilesEndToEndContract {

  ProfilesEndToEndIT() {
    super(new KafkaTestEngine());
  }
}
