package io.postrider.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class AcceptLimitTest {

  private static final int MAX = 4;

  private final AtomicBoolean stopping = new AtomicBoolean();
  private final EmbeddedChannel listening = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final AcceptLimit limit = new AcceptLimit(listening, MAX, false, stopping::get);

  @Test
  void accepting_pausesWhileTooManyAreOpen() {
    listening.pipeline().addFirst(limit);
    EmbeddedChannel first = new EmbeddedChannel();
    listening.writeInbound(first);
    for (int open = 2; open < MAX + AcceptLimit.CLOSING; open++) {
      listening.writeInbound(new EmbeddedChannel());
    }
    assertThat(listening.config().isAutoRead()).isTrue();
    listening.writeInbound(new EmbeddedChannel());
    assertThat(listening.config().isAutoRead()).isFalse();
    var _ = first.close();
    listening.runPendingTasks();
    assertThat(listening.config().isAutoRead()).isTrue();
  }

  @Test
  void oldestHandshake_givesWay_butNoEstablishedConnection() {
    AcceptLimit withTls = new AcceptLimit(listening, MAX, true, stopping::get);
    listening.pipeline().addFirst(withTls);
    List<EmbeddedChannel> accepted = new ArrayList<>();
    for (int i = 0; i < 3 * (MAX + AcceptLimit.CLOSING); i++) {
      EmbeddedChannel channel = new EmbeddedChannel();
      accepted.add(channel);
      listening.writeInbound(channel);
      if (i == 0) {
        withTls.established(channel);
      }
      listening.runPendingTasks();
    }
    assertThat(listening.config().isAutoRead()).isTrue();
    assertThat(accepted.getFirst().isOpen()).isTrue();
    assertThat(accepted.stream().filter(EmbeddedChannel::isOpen)).hasSize(MAX);
    assertThat(accepted.subList(accepted.size() - MAX + 1, accepted.size()))
        .allMatch(EmbeddedChannel::isOpen);
  }

  @Test
  void handshakes_haveAPartOfAllConnections() {
    assertThat(AcceptLimit.established(800, true)).isEqualTo(700);
    assertThat(AcceptLimit.established(2, true)).isEqualTo(1);
    assertThat(AcceptLimit.established(1, true)).isEqualTo(1);
    assertThat(AcceptLimit.established(800, false)).isEqualTo(800);
  }

  @Test
  void connectionDuringTheStop_isClosedAndNotPassedOn() {
    listening.pipeline().addFirst(limit);
    stopping.set(true);
    EmbeddedChannel late = new EmbeddedChannel();
    assertThat(listening.writeInbound(late)).isFalse();
    assertThat(late.isOpen()).isFalse();
  }

  @Test
  void failures_areLoggedOnceAMinute() {
    Logger logger = (Logger) LoggerFactory.getLogger(AcceptFailures.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    AtomicLong nanos = new AtomicLong();
    listening.pipeline().addLast(new AcceptFailures(nanos::get));
    try {
      for (int i = 0; i < 3; i++) {
        listening.pipeline().fireExceptionCaught(new IOException("Too many open files"));
      }
      nanos.addAndGet(AcceptFailures.BETWEEN_LINES.toNanos() - 1);
      listening.pipeline().fireExceptionCaught(new IOException("Too many open files"));
      assertThat(lines.list).hasSize(1);
      nanos.incrementAndGet();
      listening.pipeline().fireExceptionCaught(new IOException("Too many open files"));
      assertThat(lines.list).hasSize(2);
      assertThat(lines.list.getLast().getKeyValuePairs().toString())
          .contains("Too many open files", "notLogged=\"3\"");
      listening.checkException(); // none reached the end of the pipeline
    } finally {
      logger.detachAppender(lines);
    }
  }
}
