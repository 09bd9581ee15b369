package io.postrider.server;

final class AudiencePrivacyIT extends AudiencePrivacyContract {

  AudiencePrivacyIT() {
    super(new KafkaTestEngine());
  }
}
