package io.postrider.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CsvTextTest {

  @Test
  void fields_areQuotedWhereNeeded() {
    assertThat(CsvText.line("ada", "", "a,b", "say \"hi\"", "two\nlines"))
        .isEqualTo("ada,,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n");
  }

  @Test
  void formulas_areText() {
    assertThat(CsvText.line("=1+1", "+1", "-1", "@a", "\tx", "a=1"))
        .isEqualTo("'=1+1,'+1,'-1,'@a,'\tx,a=1\r\n");
    assertThat(CsvText.field("=A1,B1")).isEqualTo("\"'=A1,B1\"");
    assertThat(CsvText.field("\rx")).isEqualTo("\"'\rx\"");
  }
}
