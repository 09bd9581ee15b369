package io.postrider.bench.baseline;

import io.postrider.bench.deliver.BareClient;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The baseline of a node: the parts of the product without the product. Its HTTP server gives the
 * body of each call to a producer and responds when it is acknowledged; a consumer reads the
 * partitions of this node, and the bare client posts a body for each record.
 *
 * <p>The producer has the product's guarantees and settings. The arguments are the port, the
 * receiver's port, the number of concurrent posts, the length of a body, the broker, the topic, the
 * number of its partitions, the number of this node and of all nodes.
 */
public final class PipelineServer {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int FETCH_BYTES = 1024 * 1024;

  private final Vertx vertx;
  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;

  private PipelineServer(Vertx vertx, String broker, String topic, int partitions) {
    this.vertx = vertx;
    this.producer = new KafkaProducer<>(producing(broker));
    this.topic = topic;
    this.partitions = partitions;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Vertx vertx = ServerSetup.vertx();
    String topic = args[5];
    int partitions = Integer.parseInt(args[6]);
    PipelineServer server = new PipelineServer(vertx, args[4], topic, partitions);
    server.producer.partitionsFor(topic);
    int node = Integer.parseInt(args[7]);
    int nodes = Integer.parseInt(args[8]);
    List<TopicPartition> own =
        IntStream.range(0, partitions)
            .filter(number -> number % nodes == node)
            .mapToObj(number -> new TopicPartition(topic, number))
            .toList();
    BareClient client =
        BareClient.of(
            vertx, Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    Context posting = vertx.getOrCreateContext();
    Thread.ofPlatform()
        .name("consumer")
        .daemon()
        .start(() -> consume(args[4], own, posting, client));
    ServerSetup.listen(vertx, Integer.parseInt(args[0]), server::serve)
        .toCompletionStage()
        .toCompletableFuture()
        .get();
  }

  private static Map<String, Object> producing(String broker) {
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
        ProducerConfig.LINGER_MS_CONFIG,
        1L,
        ProducerConfig.BATCH_SIZE_CONFIG,
        128 * 1024);
  }

  private static void consume(
      String broker, List<TopicPartition> partitions, Context posting, BareClient client) {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ByteArrayDeserializer.class,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ByteArrayDeserializer.class,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            FETCH_BYTES);
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (true) {
        int records = consumer.poll(POLL).count();
        if (records > 0) {
          posting.runOnContext(run -> post(client, records));
        }
      }
    }
  }

  private static void post(BareClient client, int records) {
    for (int i = 0; i < records; i++) {
      client.postOne();
    }
  }

  private void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/v1/track" -> {
        Context context = vertx.getOrCreateContext();
        request.body().onSuccess(body -> produce(request, context, body));
      }
      case "/health/ready" -> request.response().end();
      default -> request.response().setStatusCode(404).end();
    }
  }

  private void produce(HttpServerRequest request, Context context, Buffer body) {
    int partition = ThreadLocalRandom.current().nextInt(partitions);
    var _ =
        producer.send(
            new ProducerRecord<>(topic, partition, null, body.getBytes()),
            (metadata, failure) -> {
              if (failure != null) {
                throw new IllegalStateException(failure);
              }
              context.runOnContext(done -> Work.succeed(request));
            });
  }
}
