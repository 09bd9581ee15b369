package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.route.SharedSecret;
import io.postrider.webhook.Signer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Posts of single bodies. */
class SinglePostTest extends DeliveryTests {

  private static final byte[] BODY = "{\"a\":1}".getBytes(UTF_8);

  @Test
  void body_arrivesSigned() {
    TestReceiver receiver = closing(TestReceiver.open());
    SinglePost post = start().singlePost();
    SharedSecret secret = SharedSecret.current("s");
    Outcome outcome = post.post(receiver.url("/ops?x=1"), secret, BODY).outcome();
    assertThat(outcome).isEqualTo(new Outcome.Delivered(200));
    Received received = receiver.take();
    assertThat(received.target()).isEqualTo("/ops?x=1");
    assertThat(received.text()).isEqualTo("{\"a\":1}");
    assertThat(received.header("X-Signature"))
        .isEqualTo(new Signer(List.of(secret)).signature(BODY));
    post.post(receiver.url("/"), null, BODY);
    assertThat(receiver.take().values("X-Signature")).isEmpty();
  }

  @Test
  void forbiddenAddress_isRefusedWithoutConnecting() {
    TestReceiver receiver = closing(TestReceiver.open());
    settings.put("delivery.allow-networks", "127.0.0.2/32");
    Outcome outcome = start().singlePost().post(receiver.url("/"), null, BODY).outcome();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(FailureReason.ADDRESS_REFUSED);
              assertThat(refused.detail()).contains("delivery.allow-networks");
            });
    assertThat(receiver.connections()).isZero();
  }

  @Test
  void unusableUrl_isRefusedWithAReason() {
    Outcome outcome = start().singlePost().post("ftp://x/", null, BODY).outcome();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Refused.class, refused -> assertThat(refused.detail()).contains("http://"));
  }
}
