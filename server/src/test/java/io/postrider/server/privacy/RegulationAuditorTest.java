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
  private RegulationAuditor duty;
  private final List<RegulationId> told = new ArrayList<>();
  private boolean away;

  @BeforeEach
  void open() {
    world = new DeletionWorld(folder);
    duty = new RegulationAuditor(world.regulations, this::hear, () -> world.now);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void hear(Regulation regulation) {
    if (away) {
      throw new DatabaseUnavailableException("away");
    }
    told.add(regulation.id());
  }

  private Regulation made(String user) {
    return world.regulations.find(world.order(List.of(user))).orElseThrow();
  }

  @Test
  void request_isToldOfOnce() {
    Regulation made = made("ada");
    duty.tell(made);
    world.now = DeletionWorld.NOON.plus(RegulationAuditor.GRACE).plusMillis(1);
    duty.catchUp();
    assertThat(told).containsExactly(made.id());
  }

  @Test
  void requestThatCouldNotBeToldOf_isToldOfLater() {
    Regulation made = made("ada");
    away = true;
    duty.tell(made);
    away = false;
    world.now = DeletionWorld.NOON.plus(RegulationAuditor.GRACE);
    duty.catchUp();
    assertThat(told).isEmpty();
    world.now = world.now.plusMillis(1);
    duty.catchUp();
    duty.catchUp();
    assertThat(told).containsExactly(made.id());
  }
}
