package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.delivery.TestCertificates.Authority;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/** The receiver and the certificates of the other tests. */
class TestReceiverTest {

  private static HttpResponse<String> post(HttpClient client, String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString("{}"))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpClient trusting(Authority authority) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", authority.chain().getLast());
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(context).build();
  }

  @Test
  void requests_areRecordedAndAnsweredAsConfigured() throws Exception {
    try (TestReceiver receiver = TestReceiver.open();
        HttpClient client = HttpClient.newHttpClient()) {
      receiver.then(Behaviour.answer(503, "later", "Retry-After: 7"));
      HttpResponse<String> first = post(client, receiver.url("/a?b"));
      assertThat(first.statusCode()).isEqualTo(503);
      assertThat(first.headers().firstValue("Retry-After")).hasValue("7");
      assertThat(first.body()).isEqualTo("later");
      assertThat(post(client, receiver.url("/c")).statusCode()).isEqualTo(200);
      assertThat(receiver.take().target()).isEqualTo("/a?b");
      assertThat(receiver.take().text()).isEqualTo("{}");
      assertThat(receiver.received()).hasSize(2);
    }
  }

  @Test
  void certificates_areValidUnlessMadeInvalid() throws Exception {
    Authority root = TestCertificates.authority("Test root");
    try (TestReceiver receiver = TestReceiver.openTls(root.issue("localhost", "127.0.0.1"));
        TestReceiver deeper =
            TestReceiver.openTls(root.intermediate("Test middle").issue("localhost"));
        TestReceiver expired =
            TestReceiver.openTls(root.issue(TestCertificates.Period.past(), "localhost"));
        TestReceiver self = TestReceiver.openTls(TestCertificates.selfSigned("localhost"));
        HttpClient client = trusting(root)) {
      assertThat(post(client, receiver.url("/")).statusCode()).isEqualTo(200);
      assertThat(post(client, deeper.url("localhost", "/")).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> post(client, deeper.url("127.0.0.1", "/")))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> post(client, expired.url("localhost", "/")))
          .isInstanceOf(SSLException.class);
      assertThatThrownBy(() -> post(client, self.url("localhost", "/")))
          .isInstanceOf(SSLException.class);
    }
  }
}
