package io.postrider.server.rejected;

import io.postrider.id.SourceId;
import io.postrider.log.MemoryLog;
import io.postrider.message.ErrorCode;
import io.postrider.message.HashKey;
import io.postrider.message.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Stored calls in memory, and a writer that tests drive. */
public final class RejectedFixture {

  public static final Duration RETENTION = Duration.ofDays(7);
  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);

  final MemoryLog log;
  private final InstantSource time;
  private RejectedCalls calls = new RejectedCalls(() -> 0);
  private RejectedWriter writer;

  public RejectedFixture(InstantSource time) {
    this(time, new MemoryLog());
  }

  private RejectedFixture(InstantSource time, MemoryLog log) {
    this.time = time;
    this.log = log;
    this.writer = writer();
  }

  /** Another node that shares the log. */
  RejectedFixture another() {
    return new RejectedFixture(time, log);
  }

  private RejectedWriter writer() {
    return new RejectedWriter(calls, () -> log, RETENTION, new RejectedBody.Reader(KEY), time);
  }

  /** Reads the log again, as a new process does. */
  void restart() {
    calls = new RejectedCalls(() -> 0);
    writer = writer();
    writer.save();
  }

  RejectedCalls calls() {
    return calls;
  }

  RejectedWriter open() {
    return writer;
  }

  public RejectedReports reports() {
    return new RejectedReports(writer, calls);
  }

  /** Rejects a request and stores it. */
  public void reject(
      @Nullable SourceId source, ErrorCode code, String sender, Instant at, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (calls.counted(source, code, sender)) {
      calls.keep(
          RejectedCall.request(
              at, source, new Rejection(code, "Wrong."), sender, bytes, bytes.length));
    }
    writer.save();
  }

  /** Stores what waits. */
  public void save() {
    writer.save();
  }
}
