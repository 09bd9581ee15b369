package io.postrider.server.delivery;

import io.postrider.server.delivery.TestCertificates.Identity;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A receiver that writes HTTP/2 frames of any kind, on 127.0.0.1, for what no HTTP/2 library sends.
 * Each connection has a thread that plays the script until it ends or the connection does.
 */
public final class RawHttp2Receiver implements AutoCloseable {

  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int PUSH_PROMISE = 5;
  public static final int PING = 6;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;

  /** The flag of a frame that ends its stream, or acknowledges. */
  public static final int END_STREAM = 1;

  public static final int ACK = 1;
  public static final int END_HEADERS = 4;

  /** The header block of {@code :status: 200}. */
  public static byte[] ok() {
    return new byte[] {(byte) 0x88};
  }

  private static final int PREFACE_BYTES = 24;

  /** Plays on one connection. */
  public interface Script {
    void play(Peer peer) throws IOException;
  }

  /** A frame of the client. */
  public record Frame(int type, int flags, int stream) {

    boolean endsRequest() {
      return (type == HEADERS || type == DATA) && (flags & END_STREAM) != 0;
    }
  }

  private final SSLServerSocket server;
  private final Script script;
  private final AtomicInteger connections = new AtomicInteger();

  private RawHttp2Receiver(SSLServerSocket server, Script script) {
    this.server = server;
    this.script = script;
  }

  public static RawHttp2Receiver open(Identity identity, Script script) {
    try {
      SSLServerSocket server =
          (SSLServerSocket)
              identity
                  .context()
                  .getServerSocketFactory()
                  .createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
      SSLParameters parameters = server.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      server.setSSLParameters(parameters);
      RawHttp2Receiver receiver = new RawHttp2Receiver(server, script);
      Thread.ofVirtual().start(receiver::accept);
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    while (true) {
      try {
        SSLSocket socket = (SSLSocket) server.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> play(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void play(SSLSocket socket) {
    try (socket) {
      Peer peer = new Peer(socket);
      peer.begin();
      script.play(peer);
    } catch (IOException e) {
      // the client closed it
    }
  }

  /** One connection. */
  public static final class Peer {

    private final DataInputStream in;
    private final DataOutputStream out;

    private Peer(SSLSocket socket) throws IOException {
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 14));
    }

    private void begin() throws IOException {
      in.skipNBytes(PREFACE_BYTES);
    }

    /** Sends the settings that HTTP/2 begins with: pairs of an identifier and a value. */
    public Peer settings(int... settings) throws IOException {
      ByteArrayOutputStream payload = new ByteArrayOutputStream();
      DataOutputStream data = new DataOutputStream(payload);
      for (int i = 0; i < settings.length; i += 2) {
        data.writeShort(settings[i]);
        data.writeInt(settings[i + 1]);
      }
      send(SETTINGS, 0, 0, payload.toByteArray());
      flush();
      return this;
    }

    /** Writes a frame to the buffer. */
    public void send(int type, int flags, int stream, byte... payload) throws IOException {
      out.writeByte(payload.length >> 16);
      out.writeShort(payload.length);
      out.writeByte(type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(payload);
    }

    public void flush() throws IOException {
      out.flush();
    }

    /** Answers a request with 200. */
    public void answer(int stream) throws IOException {
      send(HEADERS, END_HEADERS | END_STREAM, stream, ok());
      flush();
    }

    /** Reads a frame. */
    public Frame read() throws IOException {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      Frame frame = new Frame(in.readUnsignedByte(), in.readUnsignedByte(), in.readInt());
      in.skipNBytes(length);
      return frame;
    }

    /** Reads until the end of the next request, and returns its stream. */
    public int request() throws IOException {
      Frame frame = read();
      while (!frame.endsRequest()) {
        if (frame.type() == SETTINGS && (frame.flags() & ACK) == 0) {
          send(SETTINGS, ACK, 0);
          flush();
        }
        frame = read();
      }
      return frame.stream();
    }

    /** Reads and drops what the client sends from now on. */
    public void drain() {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (true) {
                    var _ = read();
                  }
                } catch (IOException e) {
                  // the end
                }
              });
    }
  }

  /** A header in a header block, outside of the dynamic table. */
  public static byte[] header(String name, String value) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0);
    for (String text : new String[] {name, value}) {
      block.write(text.length()); // below 127
      block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
    return block.toByteArray();
  }

  public String url() {
    return "https://localhost:" + server.getLocalPort() + "/";
  }

  /** The number of connections ever accepted. */
  public int connections() {
    return connections.get();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
