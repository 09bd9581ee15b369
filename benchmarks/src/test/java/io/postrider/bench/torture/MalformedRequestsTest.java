package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MalformedRequestsTest {

  @Test
  void sameSeed_givesTheSameRequests() {
    MalformedRequests one = new MalformedRequests(5);
    MalformedRequests two = new MalformedRequests(5);
    for (int i = 0; i < 100; i++) {
      assertThat(one.next()).isEqualTo(two.next());
      assertThat(one.nextFramed()).isEqualTo(two.nextFramed());
    }
  }

  @Test
  void framedRequest_statesTheLengthOfItsBody() {
    MalformedRequests requests = new MalformedRequests(6);
    for (int i = 0; i < 1_000; i++) {
      String request = new String(requests.nextFramed(), ISO_8859_1);
      int end = request.indexOf("\r\n\r\n");
      int at = request.indexOf("Content-Length: ") + "Content-Length: ".length();
      int length = Integer.parseInt(request.substring(at, request.indexOf("\r\n", at)));
      assertThat(request.length() - end - 4).isEqualTo(length);
    }
  }

  @Test
  void requests_differ() {
    MalformedRequests requests = new MalformedRequests(7);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      seen.add(new String(requests.next(), ISO_8859_1));
    }
    assertThat(seen).hasSizeGreaterThan(900);
  }
}
