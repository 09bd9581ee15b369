package io.postrider.server.http.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ListExportTest {

  private final StringBuilder written = new StringBuilder();
  private final ListExport<String, Integer> export =
      new ListExport<>(
          ListExport.Format.CSV,
          new ListExport.Columns<>(List.of("name"), List::of),
          new ListExport.Part<>(List.of("a", "b"), 2),
          position -> new ListExport.Part<>(List.of("c"), position == 2 ? 3 : null));

  @Test
  void writesEveryPart() {
    export.write(chunk -> written.append(new String(chunk, UTF_8)));
    assertThat(written).hasToString("name\r\na\r\nb\r\nc\r\nc\r\n");
  }

  @Test
  void closedBeforeTheEnd_isNotTakenForTheWhole() {
    StreamBody.Outlet closing =
        chunk -> {
          written.append(new String(chunk, UTF_8));
          if (written.indexOf("b") >= 0) {
            export.close();
          }
        };
    assertThatThrownBy(() -> export.write(closing)).isInstanceOf(StreamEndedException.class);
    assertThat(written).hasToString("name\r\na\r\nb\r\n");
  }
}
