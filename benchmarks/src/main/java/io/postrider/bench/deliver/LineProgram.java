package io.postrider.bench.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.List;

/** A program that answers each line of its input with a line of JSON, and ends with its input. */
public final class LineProgram implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Writer orders;
  private final BufferedReader answers;

  private LineProgram(Process process) {
    this.process = process;
    orders = new OutputStreamWriter(process.getOutputStream(), UTF_8);
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Starts a command. */
  public static LineProgram start(List<String> command) throws IOException {
    return new LineProgram(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Has one line obeyed. */
  public JsonNode ask(String line) throws IOException {
    orders.write(line + "\n");
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IllegalStateException("the program ended before it answered: " + line);
    }
    return JSON.readTree(answer);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
