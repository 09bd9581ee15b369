package io.postrider.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.ownership.ClaimMachine.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimMachineTest {

  private final ClaimMachine claim = new ClaimMachine();

  /** Carries out all steps up to one, which is under way then. */
  private void claimUpTo(Step last) {
    Step step = claim.assigned();
    while (step != last) {
      step = claim.done(step);
    }
  }

  private List<Step> carryOut(Step first) {
    List<Step> steps = new ArrayList<>();
    for (Step step = first; step != Step.NONE; step = claim.done(step)) {
      steps.add(step);
    }
    return steps;
  }

  private String allowed() {
    return (claim.mayDispatch() ? "dispatch " : "")
        + (claim.maySave() ? "save " : "")
        + (claim.hasEnded() ? "ended" : "");
  }

  @Test
  void claim_takesTheEpoch_loads_restores_thenFollows() {
    assertThat(carryOut(claim.assigned()))
        .containsExactly(Step.TAKE_EPOCH, Step.LOAD, Step.RESTORE, Step.FOLLOW);
    assertThat(allowed()).isEqualTo("dispatch save ");
  }

  @Test
  void claim_allowsOnlyWhatItsStepAllows() {
    assertThat(allowed()).isEmpty();
    Step step = claim.assigned();
    assertThat(allowed()).isEmpty();
    step = claim.done(step);
    assertThat(allowed()).isEmpty();
    step = claim.done(step);
    assertThat(allowed()).isEmpty();
    assertThat(claim.done(step)).isEqualTo(Step.FOLLOW);
    assertThat(allowed()).isEqualTo("dispatch save ");
  }

  @Test
  void revoked_drains_flushes_thenRetires() {
    claimUpTo(Step.NONE);
    Step drain = claim.revoked();
    assertThat(allowed()).isEqualTo("save ");
    Step flush = claim.done(drain);
    assertThat(allowed()).isEqualTo("save ");
    assertThat(List.of(drain, flush)).containsExactly(Step.DRAIN, Step.FLUSH);
    assertThat(claim.done(flush)).isEqualTo(Step.RETIRE);
    assertThat(allowed()).isEqualTo("ended");
    assertThat(claim.done(Step.RETIRE)).isEqualTo(Step.NONE);
  }

  @Test
  void revokedBeforeItIsAssigned_staysEnded() {
    assertThat(carryOut(claim.revoked())).containsExactly(Step.RETIRE);
    assertThat(claim.assigned()).isEqualTo(Step.NONE);
    assertThat(allowed()).isEqualTo("ended");
  }

  @Test
  void revokedTwice_releasesOnce() {
    claimUpTo(Step.NONE);
    Step drain = claim.revoked();
    assertThat(claim.revoked()).isEqualTo(Step.NONE);
    assertThat(carryOut(drain)).containsExactly(Step.DRAIN, Step.FLUSH, Step.RETIRE);
    assertThat(claim.revoked()).isEqualTo(Step.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"TAKE_EPOCH", "LOAD", "RESTORE"})
  void revokedBeforeAnythingIsSent_onlyRetires(Step underWay) {
    claimUpTo(underWay);
    assertThat(claim.revoked()).isEqualTo(Step.RETIRE);
    assertThat(claim.done(underWay)).isEqualTo(Step.NONE);
    assertThat(allowed()).isEqualTo("ended");
  }

  @Test
  void revokedWhileItBeginsToRead_isReleasedInOrder() {
    claimUpTo(Step.FOLLOW);
    Step drain = claim.revoked();
    assertThat(claim.done(Step.FOLLOW)).isEqualTo(Step.NONE);
    assertThat(carryOut(drain)).containsExactly(Step.DRAIN, Step.FLUSH, Step.RETIRE);
  }

  @ParameterizedTest
  @EnumSource(Step.class)
  void lost_endsAtOnce(Step underWay) {
    if (underWay == Step.DRAIN || underWay == Step.FLUSH || underWay == Step.RETIRE) {
      claimUpTo(Step.NONE);
      for (Step step = claim.revoked(); step != underWay; ) {
        step = claim.done(step);
      }
    } else {
      claimUpTo(underWay);
    }
    assertThat(claim.lost()).isEqualTo(underWay == Step.RETIRE ? Step.NONE : Step.RETIRE);
    assertThat(allowed()).isEqualTo("ended");
    if (underWay != Step.RETIRE && underWay != Step.NONE) {
      assertThat(claim.done(underWay)).isEqualTo(Step.NONE);
      assertThat(claim.failed(underWay)).isEqualTo(Step.NONE);
    }
    assertThat(allowed()).isEqualTo("ended");
  }

  @Test
  void fenced_endsAtOnce_andOnce() {
    claimUpTo(Step.NONE);
    assertThat(claim.fenced()).isEqualTo(Step.RETIRE);
    assertThat(allowed()).isEqualTo("ended");
    assertThat(claim.fenced()).isEqualTo(Step.NONE);
    assertThat(claim.lost()).isEqualTo(Step.NONE);
  }

  @Test
  void fencedByItsLastFlush_isNotReleasedAgain() {
    claimUpTo(Step.NONE);
    Step flush = claim.done(claim.revoked());
    assertThat(claim.fenced()).isEqualTo(Step.RETIRE);
    assertThat(claim.done(flush)).isEqualTo(Step.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"TAKE_EPOCH", "LOAD", "RESTORE", "FOLLOW"})
  void failedClaim_ends(Step underWay) {
    claimUpTo(underWay);
    assertThat(claim.failed(underWay)).isEqualTo(Step.RETIRE);
    assertThat(allowed()).isEqualTo("ended");
  }

  @Test
  void failedFlush_isReleasedAllTheSame() {
    claimUpTo(Step.NONE);
    Step flush = claim.done(claim.revoked());
    assertThat(claim.failed(flush)).isEqualTo(Step.RETIRE);
  }
}
