package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import io.postrider.server.folder.MigrationMark;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that is refused delivers nothing: deliveries begin by claiming their cursors. */
final class RefusedStartTest {

  @TempDir Path folder;

  private long claims() throws SQLException {
    try (Connection cursors =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("cursors.db"));
        ResultSet row =
            cursors.createStatement().executeQuery("select sum(epoch) from delivery_position")) {
      return row.getLong(1);
    }
  }

  private long startedOnce() throws SQLException {
    RunningServer.start(folder, Map.of()).close();
    return claims();
  }

  @Test
  void portInUse_isFoundBeforeDeliveriesBegin() throws Exception {
    long before = startedOnce();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Map<String, String> settings = Map.of("http.port", Integer.toString(taken.getLocalPort()));
      assertThatThrownBy(() -> RunningServer.start(folder, settings))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("is in use");
    }
    assertThat(claims()).isEqualTo(before);
    assertThat(startedOnce()).as("a good start claims").isGreaterThan(before);
  }

  @Test
  void portInUse_leavesTheFirstSourceToTheNextStart() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Map<String, String> settings = Map.of("http.port", Integer.toString(taken.getLocalPort()));
      assertThatThrownBy(() -> RunningServer.start(folder, settings))
          .isInstanceOf(StartException.class);
    }
    try (RunningServer server = RunningServer.start(folder, Map.of())) {
      assertThat(server.writeKey()).isNotEmpty();
    }
  }

  @Test
  void invalidWorkspaceFile_isFoundBeforeDeliveriesBegin() throws Exception {
    long before = startedOnce();
    Path file = Files.writeString(folder.resolve("workspace.yaml"), "sources: 1\n");
    assertThatThrownBy(() -> RunningServer.start(folder, Map.of("workspace.file", file.toString())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("The workspace file is invalid");
    assertThat(claims()).isEqualTo(before);
  }

  @Test
  void halfMovedFolder_isFoundBeforeDeliveriesBegin() throws Exception {
    long before = startedOnce();
    MigrationMark.of(folder).start();
    assertThatThrownBy(() -> RunningServer.start(folder, Map.of()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("is half moved");
    assertThat(claims()).isEqualTo(before);
  }
}
