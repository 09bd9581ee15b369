package io.postrider.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** One connection with at most one request outstanding; lives on its lane's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write or close ends in channelInactive
final class Connection extends ChannelInboundHandlerAdapter {
  private final Lane lane;
  private final RequestTemplate request;
  private final AnswerReader answer = new AnswerReader();
  private @Nullable Channel channel;
  private boolean waiting;
  private long sentNanos;

  Connection(Lane lane, RequestTemplate request) {
    this.lane = lane;
    this.request = request;
  }

  Lane lane() {
    return lane;
  }

  /** Sends the next request; its latency counts from the given time. */
  void send(long fromNanos) {
    if (channel == null) {
      throw new IllegalStateException("not connected");
    }
    sentNanos = fromNanos;
    waiting = true;
    ByteBuf bytes = request.with(lane.takeIds(request.messages()));
    channel.writeAndFlush(bytes, channel.voidPromise());
  }

  void close() {
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!answer.read(in)) {
        return;
      }
    } finally {
      in.release();
    }
    long now = System.nanoTime();
    waiting = false;
    lane.answered(answer.isSuccess(), answer, sentNanos, now);
    answer.reset();
    lane.free(this, now);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (waiting) {
      lane.broken("a connection was closed with a request outstanding");
    }
    request.release();
    lane.closed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    lane.broken(cause.toString());
    waiting = false;
    context.close();
  }
}
