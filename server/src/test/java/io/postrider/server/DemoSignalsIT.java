package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code postrider demo} in its own process, ended by signals: it leaves nothing behind. */
@Timeout(180)
class DemoSignalsIT {

  private static final String FIRST_LINE = "Starting the service and two receivers…";

  /**
   * Runs a command on a terminal of its own; presses Ctrl+C when it shows its screen, and again
   * while it ends. Prints what it found.
   */
  private static final String TERMINAL =
      """
      import fcntl, os, pty, select, signal, subprocess, sys, termios

      master, slave = pty.openpty()
      fcntl.ioctl(slave, termios.TIOCSWINSZ, b'\\x1e\\x00\\x64\\x00\\x00\\x00\\x00\\x00')
      before = termios.tcgetattr(slave)

      def child():
          fcntl.ioctl(0, termios.TIOCSCTTY, 0)
          signal.signal(signal.SIGINT, signal.SIG_DFL)

      demo = subprocess.Popen(
          sys.argv[1:], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
          preexec_fn=child)
      output = b''

      def read_to(text):
          global output
          while text not in output:
              if not select.select([master], [], [], 90)[0]:
                  demo.kill()
                  sys.exit('no %s in %s' % (text, output))
              output += os.read(master, 65536)

      read_to(b'Abandoned Carts')
      print('changed', termios.tcgetattr(slave) != before)
      os.write(master, b'\\x03')
      read_to(b'\\x1b[?1049l')
      os.write(master, b'\\x03')
      read_to(b'nothing is left behind.')
      print('exit', demo.wait())
      print('restored', termios.tcgetattr(slave) == before)
      print('cursor', output.rindex(b'\\x1b[?25h') > output.rindex(b'\\x1b[?25l'))
      print('drawn later', b'Abandoned Carts' in output[output.rindex(b'\\x1b[?1049l'):])
      try:
          os.killpg(demo.pid, 0)
          print('processes left')
      except ProcessLookupError:
          print('no process left')
      """;

  @TempDir Path temporary;

  private List<String> demo(String... arguments) {
    List<String> command =
        ProgramCommand.withOptions(List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary));
    command.addAll(List.of("demo", "--port=0"));
    command.addAll(List.of(arguments));
    return command;
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      assertThat(files).isEmpty();
    }
  }

  /** Sends SIGTERM after a line; returns all lines. */
  private List<String> terminateAfter(String start) throws Exception {
    Process process = new ProcessBuilder(demo("--plain")).redirectErrorStream(true).start();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = new ArrayList<>();
      String line = reader.readLine();
      while (line != null) {
        lines.add(line);
        if (line.startsWith(start)) {
          process.toHandle().destroy(); // leaves the output open
        }
        line = reader.readLine();
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as("%s", lines).isZero();
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void closedOutput_endsTheDemo() throws Exception {
    Process process = new ProcessBuilder(demo("--plain")).redirectErrorStream(true).start();
    try {
      try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
        assertThat(reader.readLine()).startsWith("Starting");
      }
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
    assertNothingIsLeft();
  }

  @Test
  void sigterm_endsInOrder() throws Exception {
    List<String> lines = terminateAfter("Dashboard ");
    assertThat(lines.getLast()).startsWith("Stopped. ").endsWith("nothing is left behind.");
    assertNothingIsLeft();
  }

  @Test
  void sigtermDuringTheStart_endsInOrder() throws Exception {
    List<String> lines = terminateAfter(FIRST_LINE);
    assertThat(lines.getLast()).startsWith("Stopped").endsWith("nothing is left behind.");
    assertNothingIsLeft();
  }

  @Test
  void ctrlC_endsInOrder_andRestoresTheTerminal() throws Exception {
    List<String> command = new ArrayList<>(List.of("python3", "-c", TERMINAL));
    command.addAll(demo());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> found;
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      found = reader.lines().toList();
    } finally {
      process.destroyForcibly();
    }
    assertThat(found)
        .containsExactly(
            "changed True",
            "exit 0",
            "restored True",
            "cursor True",
            "drawn later False",
            "no process left");
    assertNothingIsLeft();
  }
}
