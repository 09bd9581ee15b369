package io.postrider.server.delivery;

import io.postrider.server.delivery.TestCertificates.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A webhook receiver on plain sockets with configurable behaviour: HTTP/1.1, with TLS if it has an
 * identity. Answers 200 by default. A virtual thread for each connection.
 */
public final class TestReceiver implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 30;
  private static final int BACKLOG = 1_024;

  private final ServerSocket listener;
  private final @Nullable SSLContext tls;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Queue<Behaviour> next = new ConcurrentLinkedQueue<>();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Received> untaken = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile Behaviour usual = Behaviour.status(200);
  private volatile @Nullable Behaviour greeting;

  private TestReceiver(ServerSocket listener, @Nullable Identity identity) {
    this.listener = listener;
    this.tls = identity == null ? null : identity.context();
  }

  /** Listens on 127.0.0.1 without TLS. */
  public static TestReceiver open() {
    return open("127.0.0.1", null);
  }

  /** Listens on 127.0.0.1 with TLS. */
  public static TestReceiver openTls(Identity identity) {
    return open("127.0.0.1", identity);
  }

  /** Listens on an address of this machine. */
  public static TestReceiver open(String address, @Nullable Identity identity) {
    return open(address, 0, identity);
  }

  /** Listens on a port of choice. */
  public static TestReceiver open(String address, int port, @Nullable Identity identity) {
    try {
      ServerSocket listener = new ServerSocket(port, BACKLOG, InetAddress.ofLiteral(address));
      TestReceiver receiver = new TestReceiver(listener, identity);
      Thread.ofVirtual().name("receiver").start(receiver::accept);
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets the default behaviour. */
  public TestReceiver always(Behaviour behaviour) {
    usual = behaviour;
    return this;
  }

  /** Sets the behaviour for the next requests, one each. */
  public TestReceiver then(Behaviour... behaviours) {
    next.addAll(List.of(behaviours));
    return this;
  }

  /** Handles new connections instead of TLS and HTTP. */
  public TestReceiver greet(Behaviour behaviour) {
    greeting = behaviour;
    return this;
  }

  /** New connections are served again. */
  public TestReceiver serve() {
    greeting = null;
    return this;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The URL of a path, by literal address. */
  public String url(String path) {
    String address = listener.getInetAddress().getHostAddress();
    return url(address.indexOf(':') < 0 ? address : "[" + address + "]", path);
  }

  /** The URL of a path, by a name for this machine. */
  public String url(String host, String path) {
    return (tls == null ? "http://" : "https://") + host + ":" + port() + path;
  }

  /** Everything received so far. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The next request that was not taken yet; waits for it. */
  public Received take() {
    try {
      Received request = untaken.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (request == null) {
        throw new AssertionError("no request came");
      }
      return request;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The number of connections ever accepted. */
  public int connections() {
    return connections.get();
  }

  /** The number of open connections. */
  public int openConnections() {
    return open.size();
  }

  /** Closes all connections, as a restart would, and continues to listen. */
  public void hangUp() {
    open.forEach(TestReceiver::closeQuietly);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        if (closing.getCount() == 0) {
          socket.close();
          return;
        }
        socket.setTcpNoDelay(true);
        open.add(socket);
        int number = connections.incrementAndGet();
        Thread.ofVirtual().name("receiver-" + number).start(() -> serve(socket, number));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void serve(Socket raw, int number) {
    try (raw) {
      Behaviour instead = greeting;
      if (instead != null) {
        instead.play(new ReceiverConnection(raw, raw, closing, number));
        return;
      }
      Socket socket = raw;
      if (tls != null) {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(raw, null, true);
        secured.startHandshake();
        socket = secured;
      }
      ReceiverConnection connection = new ReceiverConnection(socket, raw, closing, number);
      Received request = connection.read();
      while (request != null) {
        received.add(request);
        untaken.add(request);
        Behaviour scripted = next.poll();
        (scripted == null ? usual : scripted).play(connection);
        request = socket.isClosed() ? null : connection.read();
      }
    } catch (IOException e) {
      // the client disconnected or aborted the handshake
    } finally {
      open.remove(raw);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // closed already
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    hangUp();
  }
}
