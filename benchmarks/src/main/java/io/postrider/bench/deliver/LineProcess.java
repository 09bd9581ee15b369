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

/**
 * A child process that responds to each line of input with a line of JSON, and ends with its input.
 */
public final class LineProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Writer requests;
  private final BufferedReader responses;

  private LineProcess(Process process) {
    this.process = process;
    requests = new OutputStreamWriter(process.getOutputStream(), UTF_8);
    responses = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Starts a command. */
  public static LineProcess start(List<String> command) throws IOException {
    return new LineProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  public long pid() {
    return process.pid();
  }

  /** Sends one line and returns the response. */
  public JsonNode ask(String line) throws IOException {
    requests.write(line + "\n");
    requests.flush();
    String response = responses.readLine();
    if (response == null) {
      throw new IllegalStateException("the process ended before it responded: " + line);
    }
    return JSON.readTree(response);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
