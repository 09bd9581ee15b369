package io.postrider.server.commands;

import io.postrider.server.http.admin.Json;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows how a running service is doing. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Shows how a running service is doing: health, rates of the last five minutes, backlog,"
          + " destinations, and what needs attention.",
      "Exits with 0 if the service accepts messages, otherwise with 1."
    })
public final class StatusCommand implements Callable<Integer> {

  @Mixin private final ClientOptions service = new ClientOptions();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (AdminClient client = service.client()) {
      ServiceStatus status =
          ServiceStatus.read(client, service.address(), InstantSource.system().instant());
      out.print(service.json() ? Json.text(status) + "\n" : StatusTable.of(status));
      out.flush();
      return status.ready() ? 0 : 1;
    }
  }
}
