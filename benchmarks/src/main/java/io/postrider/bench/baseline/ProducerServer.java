package io.postrider.bench.baseline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The baseline of accepting on Kafka: the product's HTTP server, which parses a batch once with
 * Jackson, gives the bytes of each message to a producer, and responds when all are acknowledged.
 *
 * <p>The producer has the product's guarantees: acknowledged by all replicas, idempotent,
 * compressed. The arguments are the port, the broker, the topic and the number of its partitions.
 */
public final class ProducerServer {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Vertx vertx;
  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;

  private ProducerServer(Vertx vertx, String broker, String topic, int partitions) {
    this.vertx = vertx;
    this.producer = new KafkaProducer<>(properties(broker));
    this.topic = topic;
    this.partitions = partitions;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Vertx vertx = ServerSetup.vertx();
    ProducerServer server = new ProducerServer(vertx, args[1], args[2], Integer.parseInt(args[3]));
    server.producer.partitionsFor(server.topic);
    ServerSetup.listen(vertx, Integer.parseInt(args[0]), server::serve)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private static Map<String, Object> properties(String broker) {
    return Map.of(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
        broker,
        ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
        ByteArraySerializer.class,
        ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
        ByteArraySerializer.class,
        ProducerConfig.ACKS_CONFIG,
        "all",
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
        true,
        ProducerConfig.COMPRESSION_TYPE_CONFIG,
        "lz4",
        ProducerConfig.BATCH_SIZE_CONFIG,
        128 * 1024,
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        256L * 1024 * 1024);
  }

  private void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/produce" -> {
        Context context = vertx.getOrCreateContext();
        request.body().onSuccess(body -> produce(request, context, body));
      }
      case "/health/ready" -> request.response().end();
      default -> request.response().setStatusCode(404).end();
    }
  }

  private void produce(HttpServerRequest request, Context context, Buffer body) {
    byte[] bytes = body.getBytes();
    // one more than the records, so that the response waits until all are sent
    AtomicInteger left = new AtomicInteger(1);
    Callback callback =
        (metadata, failure) -> {
          if (failure != null) {
            throw new IllegalStateException(failure);
          }
          settle(left, request, context);
        };
    try (JsonParser parser = FACTORY.createParser(bytes)) {
      int messages = 0;
      int depth = 0;
      int start = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_OBJECT && ++depth == 2 && inBatch(parser)) {
          start = (int) parser.currentTokenLocation().getByteOffset();
        } else if (token == JsonToken.END_OBJECT && --depth == 1 && inBatch(parser)) {
          int end = (int) parser.currentLocation().getByteOffset();
          left.incrementAndGet();
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      topic, messages++ % partitions, null, Arrays.copyOfRange(bytes, start, end)),
                  callback);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    settle(left, request, context);
  }

  /** Whether the object that starts or has ended is an item of the array. */
  private static boolean inBatch(JsonParser parser) {
    return parser.currentToken() == JsonToken.START_OBJECT
        ? parser.getParsingContext().getParent().inArray()
        : parser.getParsingContext().inArray();
  }

  private static void settle(AtomicInteger left, HttpServerRequest request, Context context) {
    if (left.decrementAndGet() == 0) {
      context.runOnContext(done -> Work.succeed(request));
    }
  }
}
