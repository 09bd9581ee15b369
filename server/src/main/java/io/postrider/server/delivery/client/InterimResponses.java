package io.postrider.server.delivery.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;

/**
 * Drops interim responses (1xx) on one HTTP/1.1 connection. Vert.x drops only 100 and 103 and takes
 * any other for the final response. 101 is passed on: no request asks to switch protocols. Belongs
 * to the connection's event loop.
 */
final class InterimResponses extends ChannelInboundHandlerAdapter {

  private static final String NAME = "interim-answers";

  private boolean passing;

  static void watch(HttpClientConnection connection) {
    if (connection.protocolVersion() != HttpVersion.HTTP_2
        && connection instanceof UnpooledHttpClientConnection known) {
      ChannelHandlerContext last = known.unwrap().channelHandlerContext();
      last.pipeline().addBefore(last.name(), NAME, new InterimResponses());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpResponse response) {
      passing = isInterim(response.status().code());
    }
    if (!passing) {
      context.fireChannelRead(message);
      return;
    }
    passing = !(message instanceof LastHttpContent);
    ReferenceCountUtil.release(message);
  }

  private static boolean isInterim(int status) {
    return status > HttpResponseStatus.SWITCHING_PROTOCOLS.code()
        && status < HttpResponseStatus.OK.code()
        && status != HttpResponseStatus.EARLY_HINTS.code();
  }
}
