package io.postrider.server.delivery.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends what connections of one event loop have written when the loop has handled everything that
 * it has received, or when {@link #MOST} connections have something to send. Belongs to that loop.
 *
 * <p>So the requests that follow from many responses leave one right after the other. If each left
 * before the loop handles the next response, a peer that is faster than the loop would sleep after
 * every request, and sending each request would wake it.
 */
final class DeferredFlushes {

  /** So that a peer works while the loop is busy for long. */
  static final int MOST = 32;

  private List<Connection> waiting = new ArrayList<>(MOST);

  /** Defers what a connection of the loop sends from now on. */
  void install(ChannelPipeline pipeline) {
    pipeline.addFirst(new Connection());
  }

  private void add(Connection connection, ChannelHandlerContext context) {
    waiting.add(connection);
    if (waiting.size() == MOST) {
      flushAll();
    } else if (waiting.size() == 1) {
      context.executor().execute(this::flushAll); // runs after what the loop has received
    }
  }

  private void flushAll() {
    List<Connection> now = waiting;
    waiting = new ArrayList<>(MOST); // a failed write may end an exchange, and begin another
    now.forEach(Connection::flushNow);
  }

  private final class Connection extends ChannelOutboundHandlerAdapter {

    private @Nullable ChannelHandlerContext deferred;

    @Override
    public void flush(ChannelHandlerContext context) {
      if (deferred == null) {
        deferred = context;
        add(this, context);
      }
    }

    private void flushNow() {
      ChannelHandlerContext context = deferred;
      deferred = null;
      if (context != null) {
        context.flush();
      }
    }
  }
}
