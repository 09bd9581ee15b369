package io.postrider.server;

final class AudiencePrivacyTest extends AudiencePrivacyContract {

  AudiencePrivacyTest() {
    super(TestEngine.embedded());
  }
}
