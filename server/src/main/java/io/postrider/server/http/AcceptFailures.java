package io.postrider.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that connections cannot be accepted, for example because all descriptors are in use: one
 * line each minute. The handler before it pauses for a second after each failure.
 *
 * <p>The last handler of the listening channel; belongs to its event loop.
 */
final class AcceptFailures extends ChannelInboundHandlerAdapter {

  static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(AcceptFailures.class);

  private final LogThrottle warnings;

  AcceptFailures(LongSupplier nanoTime) {
    this.warnings = new LogThrottle(BETWEEN_LINES, nanoTime);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    long skipped = warnings.admit();
    if (skipped != LogThrottle.SKIP) {
      LOG.atWarn()
          .addKeyValue("reason", failure.getMessage())
          .addKeyValue("notLogged", skipped)
          .log("Cannot accept connections; retrying every second.");
    }
  }
}
