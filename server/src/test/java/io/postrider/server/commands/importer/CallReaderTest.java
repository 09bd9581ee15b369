package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both readers, and the lines that they read. */
final class CallReaderTest {

  private static final CallForm FORM = new CallForm(null);

  private static LineInput input(String text) {
    return new LineInput(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  /** Each line as its number and its JSON without the made-up ID, or its code. */
  private static List<String> read(CallReader reader) throws IOException {
    List<String> read = new ArrayList<>();
    for (ImportLine line = reader.next(); line != null; line = reader.next()) {
      read.add(
          line.number()
              + " "
              + switch (line) {
                case ImportLine.Call call ->
                    call.json().replaceFirst(",?\"messageId\":\"imp-[^\"]*\"", "");
                case ImportLine.Broken broken -> broken.code() + ": " + broken.message();
              });
    }
    return read;
  }

  private static List<String> csv(String text) throws IOException {
    return read(new CsvReader(input(text), FORM));
  }

  @Test
  void ndjson_isOneObjectPerLine() throws IOException {
    assertThat(read(new NdjsonReader(input("\ufeff{\"a\":1}\r\n\n  \n[1]\n{\"b\":2}"), FORM)))
        .containsExactly(
            "1 {\"a\":1}", "4 invalid_json: The line is not a JSON object.", "5 {\"b\":2}");
    byte[] latin = "{\"a\":\"é\"}\n{}".getBytes(ISO_8859_1);
    assertThat(read(new NdjsonReader(new LineInput(new ByteArrayInputStream(latin)), FORM)))
        .containsExactly("1 invalid_json: The line is not UTF-8.", "2 {}");
  }

  @Test
  void csv_becomesCalls() throws IOException {
    assertThat(
            csv(
                "type,userId,event,properties.total:number,properties.paid:boolean,context:json\r\n"
                    + "track,ada,\"Order, \"\"big\"\"\",39.950,true,\"{\"\"ip\"\":null}\"\r\n"
                    + "\r\n"
                    + "identify,007,,,,\r\n"))
        .containsExactly(
            "2 {\"type\":\"track\",\"userId\":\"ada\",\"event\":\"Order, \\\"big\\\"\","
                + "\"properties\":{\"total\":39.95,\"paid\":true},\"context\":{\"ip\":null}}",
            "4 {\"type\":\"identify\",\"userId\":\"007\"}");
  }

  @Test
  void quotedCell_mayHaveLineEnds() throws IOException {
    assertThat(csv("userId,name\na,\"x\ny\"\nb,z\n"))
        .containsExactly(
            "2 {\"userId\":\"a\",\"name\":\"x\\ny\"}", "4 {\"userId\":\"b\",\"name\":\"z\"}");
  }

  @Test
  void brokenRecord_isReported() throws IOException {
    assertThat(csv("userId,n:number\na\nb,x\nc,1\n"))
        .containsExactly(
            "2 invalid_csv: The record has 1 cells; the header has 2.",
            "3 invalid_csv: The cell of 'n' cannot be used as number.",
            "4 {\"userId\":\"c\",\"n\":1}");
    assertThat(csv("userId\n\"open\nmore\n"))
        .containsExactly(
            "2 invalid_csv: A quote is not closed, the record has more than 1 MiB, or is not"
                + " UTF-8.");
    assertThat(csv("a,a.b\n1,2\n"))
        .containsExactly("2 invalid_csv: The cell of 'a.b' cannot be used as string.");
  }

  @Test
  void wrongHeader_isRefused() {
    assertThatThrownBy(() -> csv("")).isInstanceOf(StartException.class);
    assertThatThrownBy(() -> csv("\n")).hasMessageContaining("has no header");
    assertThatThrownBy(() -> csv("a,a\n")).hasMessageContaining("names 'a' twice");
    assertThatThrownBy(() -> csv("a..b\n")).hasMessageContaining("is not a field");
    assertThatThrownBy(() -> csv("a:date\n")).hasMessageContaining("unknown kind");
  }

  @Test
  void unknownHeaders_areNoticed_andTheirCellsStored() throws IOException {
    CsvReader reader =
        new CsvReader(
            input("user_id,userId,propertes.plan,Colour,traits.x:json\na,b,c,d,\n"), FORM);
    assertThat(reader.notice())
        .startsWith(
            "The CSV header has names that are no fields of a call: 'user_id' (did you mean"
                + " 'userId'?), 'propertes' (did you mean 'properties'?), 'Colour'. They are stored"
                + " as they are, at the top level of each call.");
    assertThat(read(reader))
        .containsExactly(
            "2 {\"user_id\":\"a\",\"userId\":\"b\",\"propertes\":{\"plan\":\"c\"},"
                + "\"Colour\":\"d\"}");
    assertThat(new CsvReader(input("type,userId,context.ip,sentAt\n"), FORM).notice()).isNull();
    StringBuilder many = new StringBuilder("userId");
    for (int i = 0; i < 25; i++) {
      many.append(",column").append(i);
    }
    assertThat(new CsvReader(input(many.append('\n').toString()), FORM).notice())
        .contains("'column19' and 5 more.")
        .doesNotContain("column20");
  }

  @Test
  void line_isKeptUpToItsBound() throws IOException {
    String edge = "x".repeat(LineInput.MAX_BYTES);
    LineInput lines = input(edge + "\n" + edge + "y\nz");
    assertThat(lines.next()).hasSize(LineInput.MAX_BYTES);
    assertThat(lines.isCut()).isFalse();
    assertThat(lines.next()).hasSize(LineInput.MAX_BYTES);
    assertThat(lines.isCut()).isTrue();
    assertThat(lines.next()).containsExactly('z');
    assertThat(lines.isCut()).isFalse();
    assertThat(lines.next()).isNull();
    assertThat(lines.lines()).isEqualTo(3);
    assertThat(lines.position()).isEqualTo(2L * LineInput.MAX_BYTES + 4);
  }

  @Test
  void skippedInput_hasTheSameDigest() throws IOException {
    LineInput first = input("a\nbb\nc\n");
    assertThat(first.next()).isNotNull();
    assertThat(first.next()).isNotNull();
    LineInput second = input("a\nbb\nc\n");
    assertThat(second.skipTo(first.position(), 2)).isTrue();
    assertThat(second.digest()).isEqualTo(first.digest());
    assertThat(second.next()).containsExactly('c');
    assertThat(second.lines()).isEqualTo(3);
    assertThat(input("a").skipTo(5, 2)).isFalse();
  }

  @Test
  void meter_saysRateAndTimeLeft() {
    ImportProgress progress = new ImportProgress(1, "x", 3_000, 0, "", 2_990, 10, 0);
    ImportMeter meter = new ImportMeter(1_000, 0, 1_000_000);
    assertThat(meter.line(progress, 250_000, Duration.ofSeconds(10)))
        .isEqualTo(" 25 %  3,000 lines  200/s  30 s left  10 rejected");
    assertThat(new ImportMeter(0, 0, 0).line(progress, 5, Duration.ofSeconds(10)))
        .isEqualTo("3,000 lines  300/s  10 rejected");
    assertThat(ImportMeter.words(99)).isEqualTo("99 s");
    assertThat(ImportMeter.words(100)).isEqualTo("2 min");
    assertThat(ImportMeter.words(99 * 60)).isEqualTo("99 min");
    assertThat(ImportMeter.words(100 * 60)).isEqualTo("1 h 40 min");
  }
}
