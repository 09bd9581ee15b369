package io.postrider.server.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.RegulationId;
import io.postrider.server.database.DatabaseUnavailableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegulationAuditorTest {

  @TempDir Path folder;
  private DeletionWorld world;
  private RegulationAuditor auditor;
  private final List<RegulationId> audited = new ArrayList<>();
  private boolean away;

  @BeforeEach
  void open() {
    world = new DeletionWorld(folder);
    auditor = new RegulationAuditor(world.regulations, this::hear, () -> world.now);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void hear(Regulation regulation) {
    if (away) {
      throw new DatabaseUnavailableException("away");
    }
    audited.add(regulation.id());
  }

  private Regulation made(String user) {
    return world.regulations.find(world.order(List.of(user))).orElseThrow();
  }

  @Test
  void regulation_isAuditedOnce() {
    Regulation made = made("ada");
    auditor.audit(made);
    world.now = DeletionWorld.NOON.plus(RegulationAuditor.GRACE).plusMillis(1);
    auditor.catchUp();
    assertThat(audited).containsExactly(made.id());
  }

  @Test
  void regulationThatCouldNotBeAudited_isAuditedLater() {
    Regulation made = made("ada");
    away = true;
    auditor.audit(made);
    away = false;
    world.now = DeletionWorld.NOON.plus(RegulationAuditor.GRACE);
    auditor.catchUp();
    assertThat(audited).isEmpty();
    world.now = world.now.plusMillis(1);
    auditor.catchUp();
    auditor.catchUp();
    assertThat(audited).containsExactly(made.id());
  }
}
