package io.postrider.bench.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The baseline of delivering from Kafka: a consumer of all partitions of a topic, and an HTTP
 * client that posts the value of each record.
 *
 * <p>The arguments are the receiver's port, the number of concurrent requests, the broker, the
 * topic and the number of its partitions. Each line of input is a number of records, counted from
 * where the last line ended; the response is one line after all of them are posted.
 */
public final class BareConsumer {
  /** Polls that are fetched ahead of the client. */
  private static final int AHEAD = 2;

  private final Context context;
  private final HttpClient client;
  private final RequestOptions target;
  private final int concurrency;
  private final Queue<List<byte[]>> polls = new ArrayDeque<>();
  private final Semaphore ahead = new Semaphore(AHEAD);
  private final Semaphore posted = new Semaphore(0);
  private int next;
  private int inFlight;

  private BareConsumer(Vertx vertx, int port, int concurrency) {
    this.context = vertx.getOrCreateContext();
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(true).setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(2 * concurrency));
    this.target =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI("/hook");
    this.concurrency = concurrency;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    BareConsumer bare =
        new BareConsumer(vertx, Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties(args[2]))) {
      List<TopicPartition> partitions =
          IntStream.range(0, Integer.parseInt(args[4]))
              .mapToObj(number -> new TopicPartition(args[3], number))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        bare.post(consumer, Integer.parseInt(line));
        System.out.println("{}");
      }
    }
    System.exit(0);
  }

  private static Map<String, Object> properties(String broker) {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        broker,
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
        ByteArrayDeserializer.class,
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
        ByteArrayDeserializer.class,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
        2_000);
  }

  private void post(KafkaConsumer<byte[], byte[]> consumer, int records)
      throws InterruptedException {
    int left = records;
    while (left > 0) {
      ahead.acquire();
      List<byte[]> values = new ArrayList<>();
      while (values.isEmpty()) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
      }
      left -= values.size();
      context.runOnContext(
          run -> {
            polls.add(values);
            fill();
          });
    }
    posted.acquire(records);
  }

  private void fill() {
    while (inFlight < concurrency && !polls.isEmpty()) {
      List<byte[]> values = polls.element();
      byte[] value = values.get(next++);
      if (next == values.size()) {
        polls.remove();
        next = 0;
        ahead.release();
      }
      inFlight++;
      send(Buffer.buffer(value));
    }
  }

  private void send(Buffer body) {
    client
        .request(target)
        .compose(request -> BareClient.send(request, body))
        .onComplete(
            response -> {
              if (response.failed()) {
                throw new IllegalStateException(response.cause());
              }
              inFlight--;
              posted.release();
              fill();
            });
  }
}
