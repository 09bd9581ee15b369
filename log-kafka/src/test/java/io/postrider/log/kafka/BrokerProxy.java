package io.postrider.log.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A proxy in front of a broker that can hold requests to append back, while everything else passes.
 * Thread-safe.
 */
final class BrokerProxy implements AutoCloseable {

  private static final short PRODUCE = 0;

  private final ServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile int brokerPort;
  private boolean held;

  BrokerProxy() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Begins to forward to a port. */
  void forwardTo(int port) {
    brokerPort = port;
    threads.execute(this::accept);
  }

  /** From now on no request to append passes. */
  synchronized void hold() {
    held = true;
  }

  synchronized void release() {
    held = false;
    notifyAll();
  }

  private synchronized void awaitPassage() throws InterruptedException {
    while (held) {
      wait();
    }
  }

  private void accept() {
    while (true) {
      try {
        Socket client = server.accept();
        Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort);
        client.setTcpNoDelay(true);
        broker.setTcpNoDelay(true);
        threads.execute(() -> pump(client, broker, true));
        threads.execute(() -> pump(broker, client, false));
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  private void pump(Socket from, Socket to, boolean requests) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      if (requests) {
        forwardRequests(new DataInputStream(in), new DataOutputStream(out));
      } else {
        in.transferTo(out);
      }
    } catch (IOException | InterruptedException e) {
      // one side has closed the connection
    }
  }

  private void forwardRequests(DataInputStream in, DataOutputStream out)
      throws IOException, InterruptedException {
    while (true) {
      byte[] request = new byte[in.readInt()];
      in.readFully(request);
      short api = (short) ((request[0] << 8) | (request[1] & 0xff));
      if (api == PRODUCE) {
        awaitPassage();
      }
      out.writeInt(request.length);
      out.write(request);
      out.flush();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    release();
    threads.shutdownNow();
  }
}
