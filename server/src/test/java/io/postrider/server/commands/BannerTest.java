package io.postrider.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.SourceType;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.NewSource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class BannerTest {

  @Test
  void firstSource_saysWhatItIs() {
    Source source =
        new NewSource("First", SourceType.SERVER, true, null, NewEventPolicy.ALLOW)
            .create(new KeyGenerator(new SecureRandom()), Instant.EPOCH);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Banner.printFirst(
        new PrintStream(out, true, StandardCharsets.UTF_8), source, "http://localhost:8080");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("created a source of type server, \"First\".")
        .contains("rename it or delete it")
        .contains("Its write key is " + source.writeKey().value() + ".")
        .contains("curl -u " + source.writeKey().value() + ": http://localhost:8080/v1/track");
  }
}
