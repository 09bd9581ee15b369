package io.postrider.server.commands;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Builds something anew from the log. */
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    description = "Builds anew what follows from the log.")
public final class RebuildCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    CommandSpec called = Objects.requireNonNull(spec);
    throw new ParameterException(called.commandLine(), "Name what to rebuild: profiles");
  }
}
