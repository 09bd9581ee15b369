package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2015-02-02T10:11:12.345Z      | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12.345+00:00 | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12.345+0000  | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12.345+00    | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12.345       | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12.345-05:30 | 2015-02-02T15:41:12.345Z",
        "2015-02-02T10:11:12.345+14    | 2015-02-01T20:11:12.345Z",
        "2015-02-02T10:11:12Z          | 2015-02-02T10:11:12.000Z",
        "2015-02-02T10:11:12.3Z        | 2015-02-02T10:11:12.300Z",
        "2015-02-02T10:11:12.3456789Z  | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12.34567890123456789012345Z | 2015-02-02T10:11:12.345Z",
        "2015-02-02T10:11:12,5Z        | 2015-02-02T10:11:12.500Z",
        "2015-02-02T10:11Z             | 2015-02-02T10:11:00.000Z",
        "2015-02-02T10:11              | 2015-02-02T10:11:00.000Z",
        "2015-2-02T10:11:12Z           | 2015-02-02T10:11:12.000Z",
        "2015-2-2T10:11:12Z            | 2015-02-02T10:11:12.000Z",
        "2015-2-2                      | 2015-02-02T00:00:00.000Z",
        "2015-02-02                    | 2015-02-02T00:00:00.000Z",
        "2015-02-02t10:11:12.345z      | 2015-02-02T10:11:12.345Z",
        "2015-02-02 10:11:12.345Z      | 2015-02-02T10:11:12.345Z",
        "2016-02-29T00:00:00.000Z      | 2016-02-29T00:00:00.000Z",
        "2000-02-29T00:00:00.000Z      | 2000-02-29T00:00:00.000Z",
        "2016-12-31T23:59:60Z          | 2017-01-01T00:00:00.000Z",
        "2016-12-31T23:59:60.500Z      | 2017-01-01T00:00:00.500Z",
        "2016-12-31T24:00:00.000Z      | 2017-01-01T00:00:00.000Z",
        "2016-12-31T24:00              | 2017-01-01T00:00:00.000Z",
        "0000-01-01T00:00:00.000Z      | 0000-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z      | 9999-12-31T23:59:59.999Z",
        "1969-12-31T23:59:59.999Z      | 1969-12-31T23:59:59.999Z",
        "20200102T030405Z              | 2020-01-02T03:04:05.000Z",
        "20200102T030405.678Z          | 2020-01-02T03:04:05.678Z",
        "20200102T030405,6789+0130     | 2020-01-02T01:34:05.678Z",
        "20200102T0304                 | 2020-01-02T03:04:00.000Z",
        "20200102T03                   | 2020-01-02T03:00:00.000Z",
        "20200102T03:04:05Z            | 2020-01-02T03:04:05.000Z",
        "2020-01-02T030405-01          | 2020-01-02T04:04:05.000Z",
        "20200102                      | 2020-01-02T00:00:00.000Z",
        "2020-002                      | 2020-01-02T00:00:00.000Z",
        "2020-366T10:00Z               | 2020-12-31T10:00:00.000Z",
        "2020002T030405Z               | 2020-01-02T03:04:05.000Z",
        "2020-W01-4                    | 2020-01-02T00:00:00.000Z",
        "2020W014T030405Z              | 2020-01-02T03:04:05.000Z",
        "2020-w01-4T03:04:05Z          | 2020-01-02T03:04:05.000Z",
        "2020-W01                      | 2019-12-30T00:00:00.000Z",
        "2020W53                       | 2020-12-28T00:00:00.000Z",
        "2020-W53-7                    | 2021-01-03T00:00:00.000Z",
        "2009-W53-7                    | 2010-01-03T00:00:00.000Z",
        "2020-01                       | 2020-01-01T00:00:00.000Z",
        "2020-12                       | 2020-12-01T00:00:00.000Z",
        "2020                          | 2020-01-01T00:00:00.000Z",
        "2020-01-02T03                 | 2020-01-02T03:00:00.000Z",
        "2020-01-02T03Z                | 2020-01-02T03:00:00.000Z",
        "2020-01-02T03+02:00           | 2020-01-02T01:00:00.000Z",
        "2020-01-02T03.5Z              | 2020-01-02T03:30:00.000Z",
        "2020-01-02T03:04,25Z          | 2020-01-02T03:04:15.000Z",
        "2020-01-02T24Z                | 2020-01-03T00:00:00.000Z",
      })
  void lenientForms_areParsed(String text, String expected) {
    assertThat(Timestamps.format(Timestamps.parse(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2015-02-",
        "2015-02-30",
        "2015-02-29T00:00:00.000Z",
        "1900-02-29T00:00:00.000Z",
        "2015-13-01T00:00:00.000Z",
        "2015-00-01T00:00:00.000Z",
        "2015-01-00T00:00:00.000Z",
        "2015-01-32T00:00:00.000Z",
        "2015-04-31T00:00:00.000Z",
        "15-01-01T00:00:00.000Z",
        "2015-001-01T00:00:00Z",
        "2015-01-01T",
        "2015-01-01T1:00Z",
        "2015-01-01T25:00:00.000Z",
        "2015-01-01T24:00:00.001Z",
        "2015-01-01T24:01Z",
        "2015-01-01T10:60:00.000Z",
        "2015-01-01T10:00:61.000Z",
        "2015-01-01T10:00:00.Z",
        "2015-01-01T10:00:00.000X",
        "2015-01-01T10:00:00.000Zx",
        "2015-01-01T10:00:00.000+",
        "2015-01-01T10:00:00.000+1",
        "2015-01-01T10:00:00.000+24:00",
        "2015-01-01T10:00:00.000+10:60",
        "2015-01-01T10:00:00.000+10:",
        "2015-01-01T10:00:00.000+100",
        "2015-01-01Z",
        " 2015-01-01",
        "2015-01-01 ",
        "2015-01-01X10:00:00.000Z",
        "2015/01/01T10:00:00.000Z",
        "2015-01-01T10:00:0a.000Z",
        "0000-01-01T00:00:00.000+01:00",
        "9999-12-31T23:59:59.999-01:00",
        "9999-12-31T24:00:00.000Z",
        "+2015-01-01T10:00:00Z",
        "1420106400000",
        "1420106400",
        "201501",
        "2015-",
        "2015-0",
        "2015-13",
        "2015T10:00Z",
        "2015-02T10:00Z",
        "2015Z",
        "2015-000",
        "2015-366",
        "2016-367",
        "2015366",
        "2015-W00-1",
        "2015-W54-1",
        "2019-W53-1",
        "2015-W01-0",
        "2015-W01-8",
        "2015-W01-",
        "2015-W1-1",
        "2015-W01T10:00Z",
        "2015W01T10:00Z",
        "2015W01-1",
        "20150230",
        "20150102T1",
        "20150102T102",
        "20150102T10:2",
        "20150102T10203",
        "20150102T240001Z",
        "2015-01-02T10:",
        "2015-01-02T10:20:",
        "2015-01-02T10.Z",
        "2015-01-02T24.5Z"
      })
  void otherForms_areUnreadable(String text) {
    assertThat(Timestamps.parse(text)).isEqualTo(Timestamps.UNREADABLE);
  }

  @Test
  void randomTimes_agreeWithTheLibrary() {
    Random random = TestSeeds.random(getClass());
    for (int i = 0; i < 20_000; i++) {
      long millis = random.nextLong(-62_167_219_200_000L, 253_402_300_800_000L);
      String text = Timestamps.format(millis);
      assertThat(text).hasSize(Timestamps.LENGTH);
      assertThat(Instant.parse(text).toEpochMilli()).isEqualTo(millis);
      assertThat(Timestamps.parse(text)).isEqualTo(millis);
      assertThat(Timestamps.parse(text.replace("Z", ""))).isEqualTo(millis);
    }
  }

  @Test
  void everyFormOfRandomDays_agreesWithTheLibrary() {
    Random random = TestSeeds.random(getClass());
    for (int i = 0; i < 20_000; i++) {
      LocalDate day = LocalDate.ofEpochDay(random.nextInt(-700_000, 2_900_000));
      long millis = day.toEpochDay() * 86_400_000L;
      for (DateTimeFormatter form :
          new DateTimeFormatter[] {
            DateTimeFormatter.BASIC_ISO_DATE,
            DateTimeFormatter.ISO_ORDINAL_DATE,
            DateTimeFormatter.ISO_WEEK_DATE
          }) {
        String text = form.format(day);
        boolean fourDigits = text.charAt(0) != '-' && text.charAt(0) != '+';
        assertThat(Timestamps.parse(text))
            .as(text)
            .isEqualTo(fourDigits ? millis : Timestamps.UNREADABLE);
      }
    }
  }

  @Test
  void corruptTimes_areParsedAlikeByBothParsers() {
    Random random = TestSeeds.random(getClass());
    String bytes = "0123456789-:.TZz+ a/";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder("2016-02-29T23:59:59.999Z");
      for (int times = random.nextInt(3); times >= 0; times--) {
        int at = random.nextInt(text.length());
        text.setCharAt(at, bytes.charAt(random.nextInt(bytes.length())));
      }
      // One more fraction digit uses the general parser and is cut off.
      String longer = text.substring(0, 23) + "0" + text.charAt(23);
      long common = Timestamps.parse(text.toString());
      if (text.charAt(19) == '.' && Character.isDigit(text.charAt(22)) && text.charAt(23) == 'Z') {
        assertThat(Timestamps.parse(longer)).as(longer).isEqualTo(common);
      }
    }
  }
}
