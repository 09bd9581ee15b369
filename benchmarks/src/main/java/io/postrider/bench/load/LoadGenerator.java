package io.postrider.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The load generator process: runs plans and prints each result as one line of JSON.
 *
 * <p>With arguments, it runs one plan. Without, it runs the plan on each line of its input, so that
 * one warm process serves a whole benchmark, and ends with its input.
 */
public final class LoadGenerator {
  private static final ObjectMapper JSON = new ObjectMapper();

  private LoadGenerator() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length > 0) {
      run(LoadPlan.parse(List.of(args)));
      return;
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      run(LoadPlan.parse(line));
    }
  }

  private static void run(LoadPlan plan) throws IOException, InterruptedException {
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(plan.loops(), EpollIoHandler.newFactory());
    try {
      System.out.println(JSON.writeValueAsString(new LoadRun(plan, loops).run()));
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }
}
