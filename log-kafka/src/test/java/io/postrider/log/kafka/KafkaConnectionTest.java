package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KafkaConnectionTest {

  @Test
  void securityProperties_arePassedOn() {
    KafkaConnection connection =
        new KafkaConnection(
            "broker:9093", Map.of("security.protocol", "SASL_SSL", "sasl.jaas.config", "password"));
    assertThat(connection.properties("client"))
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "password")
        .containsEntry("bootstrap.servers", "broker:9093")
        .containsEntry("client.id", "client");
  }

  @Test
  void otherProperties_areRefused() {
    assertThatThrownBy(() -> new KafkaConnection("broker:9093", Map.of("acks", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'acks' cannot be set");
  }

  @Test
  void emptyBootstrap_isRefused() {
    assertThatThrownBy(() -> KafkaConnection.plaintext(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'log.kafka.bootstrap'");
  }

  @Test
  void settingsThatNoClientCanUse_areRefusedWithTheirReason() {
    KafkaConnection connection =
        new KafkaConnection(
            "127.0.0.1:9092",
            Map.of("security.protocol", "SSL", "ssl.truststore.location", "/nonexistent/none.p12"));
    assertThatThrownBy(() -> connection.admin("test", Duration.ofSeconds(1), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot use the settings of the brokers, 'log.kafka.bootstrap'")
        .hasMessageContaining("none.p12");
  }

  @Test
  void text_hidesSecrets() {
    KafkaConnection connection =
        new KafkaConnection("broker:9093", Map.of("sasl.jaas.config", "password"));
    assertThat(connection.toString()).isEqualTo("broker:9093");
  }
}
