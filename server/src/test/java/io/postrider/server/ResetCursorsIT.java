package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.kafka.BrokerVersion;
import io.postrider.log.kafka.KafkaCluster;
import io.postrider.server.database.PostgresServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Delivery cursors of several nodes are deleted only while none of them runs. */
class ResetCursorsIT {

  @RegisterExtension static final PostgresServer POSTGRES = new PostgresServer();

  @TempDir Path folder;

  @Test
  void cursorsOfNodesThatRun_areNotDeleted() {
    try (KafkaCluster brokers = KafkaCluster.start(BrokerVersion.V4_3, 1);
        KafkaNodes nodes = new KafkaNodes(folder, brokers, POSTGRES.setting())) {
      nodes.start("one");
      nodes.awaitShared();
      StringWriter err = new StringWriter();

      assertThat(nodes.run("reset-cursors", "other", new PrintWriter(err))).isOne();

      assertThat(err.toString()).contains("Nodes of this database run").contains(": node-");
      assertThat(nodes.terminate("one")).isZero();
      assertThat(nodes.run("reset-cursors", "other", new PrintWriter(err)))
          .as(err.toString())
          .isZero();
    }
  }
}
