package io.postrider.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** One connection with at most one outstanding request. Used only by its event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write or close ends in channelInactive
final class Connection extends ChannelInboundHandlerAdapter {
  private final LoopState state;
  private final RequestTemplate request;
  private final ResponseReader response = new ResponseReader();
  private @Nullable Channel channel;
  private boolean waiting;
  private long sentNanos;

  Connection(LoopState state, RequestTemplate request) {
    this.state = state;
    this.request = request;
  }

  LoopState state() {
    return state;
  }

  /** Sends the next request; its latency counts from the given time. */
  void send(long fromNanos) {
    if (channel == null) {
      throw new IllegalStateException("not connected");
    }
    sentNanos = fromNanos;
    waiting = true;
    ByteBuf bytes = request.with(state.takeIds(request.messages()));
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
      if (!response.read(in)) {
        return;
      }
    } finally {
      in.release();
    }
    long now = System.nanoTime();
    waiting = false;
    state.answered(response.isSuccess(), response, sentNanos, now);
    response.reset();
    state.free(this, now);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (waiting) {
      state.broken("a connection was closed with a request outstanding");
    }
    request.release();
    state.closed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    state.broken(cause.toString());
    waiting = false;
    context.close();
  }
}
