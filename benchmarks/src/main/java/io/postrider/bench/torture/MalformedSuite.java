package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.postrider.bench.Loopback;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sends malformed requests. Each must be answered or its connection closed within half a minute,
 * and none with a 500.
 */
final class MalformedSuite implements Suite {
  private static final int FRAMED_CLIENTS = 6;
  private static final int RAW_CLIENTS = 2;
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Map<Integer, AtomicLong> answers = new ConcurrentSkipListMap<>();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

  @Override
  public boolean run(TortureSetup setup, Duration length, long seed)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    int port = setup.node().port();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < FRAMED_CLIENTS + RAW_CLIENTS; i++) {
      MalformedRequests requests = new MalformedRequests(seed + i);
      boolean framed = i < FRAMED_CLIENTS;
      threads.add(
          Thread.startVirtualThread(
              () -> {
                while (System.nanoTime() - end < 0 && failure.get() == null) {
                  connection(port, requests, framed, end);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    setup.node().requireAlive();
    boolean ready = Loopback.isReady(port);
    long total = answers.values().stream().mapToLong(AtomicLong::get).sum();
    System.out.printf("%nrequests   %,d%nanswers    %s (0: closed)%n", total, answers);
    System.out.printf("highest    %s%n", setup.sampler().highest());
    if (failure.get() != null) {
      System.out.println("failed     " + failure.get());
    }
    return failure.get() == null && ready && total > 0;
  }

  /** Sends requests on one connection until it is closed. A raw request is the only one on it. */
  private void connection(int port, MalformedRequests requests, boolean framed, long end) {
    byte[] request = new byte[0];
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      int status;
      do {
        request = framed ? requests.nextFramed() : requests.next();
        socket.getOutputStream().write(request);
        if (!framed) {
          socket.shutdownOutput();
        }
        status = readAnswer(in);
        count(status, request);
      } while (framed && status != 0 && System.nanoTime() - end < 0);
    } catch (SocketTimeoutException e) {
      fail("not answered", request);
    } catch (IOException e) {
      count(0, request); // reset by the server
    }
  }

  private void count(int status, byte[] request) {
    answers.computeIfAbsent(status, any -> new AtomicLong()).incrementAndGet();
    if (status >= 500 && status != 503 && status != 505) {
      fail("answered " + status, request);
    }
  }

  private void fail(String what, byte[] request) {
    failure.compareAndSet(null, what + ": " + new String(request, ISO_8859_1));
  }

  /** Reads one response; returns its status, or 0 if the connection was closed. */
  private static int readAnswer(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return 0;
      }
      head.append((char) next);
    }
    String lower = head.toString().toLowerCase(Locale.ROOT);
    int status = Integer.parseInt(head.substring(9, 12));
    int at = lower.indexOf("content-length:");
    if (status >= 200 && at >= 0) {
      String length = head.substring(at + 15, head.indexOf("\r\n", at)).strip();
      in.readNBytes(Integer.parseInt(length));
    }
    return status == 100 ? readAnswer(in) : lower.contains("connection: close") ? 0 : status;
  }
}
