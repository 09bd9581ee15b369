package io.postrider.bench.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class RequestLogTest {

  private static final long START = 1_000;

  @Test
  void lateCalls_areThoseThatArriveAfterATime_laterThanIntended() {
    RequestLog log = new RequestLog();
    log.reset(true);
    log.add(0, START + 50); // late, but too early
    log.add(2, START + 61); // intended at 20
    log.add(6, START + 62); // intended at 60
    log.add(3, START + 90);
    log.add(3, START + 95); // repeats a call

    JsonNode late = log.late(START, 10, 40, START + 60);

    assertThat(late.path("late").asInt()).isEqualTo(3);
    assertThat(late.path("first").asLong()).isEqualTo(START + 61);
    assertThat(late.path("last").asLong()).isEqualTo(START + 95);
    assertThat(late.path("repeats").asInt()).isEqualTo(1);
    assertThat(late.path("calls").asInt()).isEqualTo(4);
  }
}
