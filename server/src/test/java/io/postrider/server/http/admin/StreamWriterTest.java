package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.http.RawConnection;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a stream ends for its client. */
final class StreamWriterTest {

  private static final String LAST_CHUNK = "\r\n0\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  @Test
  void stopDuringAWrite_sendsTheWholeStream() throws Exception {
    assertThat(read(StreamWriter::stop)).contains("hello").endsWith(LAST_CHUNK);
  }

  @Test
  void abortDuringAWrite_cutsTheStream() throws Exception {
    assertThat(read(StreamWriter::abort)).doesNotContain("hello").doesNotEndWith(LAST_CHUNK);
  }

  /** Reads a stream whose writer something happens to before its only chunk is written. */
  private String read(Consumer<StreamWriter> happens) throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(request -> send(request, vertx.getOrCreateContext(), happens))
            .listen(0, "127.0.0.1")
            .await(30, TimeUnit.SECONDS);
    try (RawConnection client = RawConnection.open(server.actualPort())) {
      return client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").toEnd();
    }
  }

  private static void send(
      HttpServerRequest request, Context loop, Consumer<StreamWriter> happens) {
    StreamWriter[] writer = new StreamWriter[1];
    StreamBody body =
        new StreamBody() {
          @Override
          public void write(Outlet out) {
            loop.runOnContext(now -> happens.accept(writer[0]));
            out.write("hello".getBytes(UTF_8));
          }

          @Override
          public void close() {}
        };
    writer[0] = new StreamWriter(request, loop, new StreamedResponse(Map.of(), body));
    Thread.startVirtualThread(writer[0]::run);
  }
}
