package io.postrider.message;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A node process that answers {@code JSON.stringify(JSON.parse(text))}, one line at a time. */
public final class NodeJs implements AutoCloseable {

  private static final String SCRIPT =
      "require('readline').createInterface({input: process.stdin}).on('line', line => {"
          + "const text = Buffer.from(line, 'base64').toString('utf8');"
          + "const again = JSON.stringify(JSON.parse(text));"
          + "process.stdout.write(Buffer.from(again, 'utf8').toString('base64') + '\\n');"
          + "});";

  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  public NodeJs() {
    try {
      process =
          new ProcessBuilder("node", "-e", SCRIPT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new AssertionError("This test needs node on the PATH, and it does not start.", e);
    }
    input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  public byte[] canonicalize(byte[] json) {
    try {
      input.write(Base64.getEncoder().encodeToString(json));
      input.newLine();
      input.flush();
      String line = output.readLine();
      if (line == null) {
        throw new AssertionError("node ended on " + new String(json, StandardCharsets.UTF_8));
      }
      return Base64.getDecoder().decode(line);
    } catch (IOException e) {
      throw new AssertionError("node does not answer", e);
    }
  }

  @Override
  public void close() throws IOException {
    input.close();
    process.destroy();
  }
}
