package io.postrider.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

  private static String json(@Nullable Object value) {
    JsonWriter writer = new JsonWriter(1 << 20, 64);
    writer.value(value);
    return new String(writer.toBytes(), StandardCharsets.UTF_8);
  }

  private static Map<String, @Nullable Object> map(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void containers_areWrittenInTheirOrder() {
    assertThat(json(map())).isEqualTo("{}");
    assertThat(json(map("b", 1, "a", map("c", null)))).isEqualTo("{\"b\":1,\"a\":{\"c\":null}}");
    assertThat(json(List.of(1, List.of(), "x"))).isEqualTo("[1,[],\"x\"]");
    assertThat(json(new ArrayDeque<>(List.of(1, 2)))).isEqualTo("[1,2]");
    assertThat(json((Iterable<Integer>) () -> List.of(7).iterator())).isEqualTo("[7]");
    assertThat(json(new Object[] {1, null, new String[] {"a"}})).isEqualTo("[1,null,[\"a\"]]");
  }

  @Test
  void primitiveArrays_areArrays_butBytesAndCharsAreStrings() {
    assertThat(json(new int[] {1, -2})).isEqualTo("[1,-2]");
    assertThat(json(new long[] {1L << 60})).isEqualTo("[1152921504606846976]");
    assertThat(json(new short[] {3})).isEqualTo("[3]");
    assertThat(json(new double[] {0.5})).isEqualTo("[0.5]");
    assertThat(json(new float[] {0.1f})).isEqualTo("[0.1]");
    assertThat(json(new boolean[] {true, false})).isEqualTo("[true,false]");
    assertThat(json(new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
    assertThat(json(new char[] {'a', '"'})).isEqualTo("\"a\\\"\"");
  }

  @Test
  void mapKeys_becomeStrings() {
    assertThat(json(Map.of(1, "a"))).isEqualTo("{\"1\":\"a\"}");
    Map<DayOfWeek, Integer> days = new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1));
    assertThat(json(days)).isEqualTo("{\"MONDAY\":1}");
    assertThat(json(map("", 1, "\n", 2))).isEqualTo("{\"\":1,\"\\n\":2}");
    assertThatThrownBy(() -> json(map("a", Collections.singletonMap(null, 1))))
        .hasMessage("'a' has a member whose name is null.");
  }

  @Test
  void wholeNumbers_areExact() {
    assertThat(json((byte) -128)).isEqualTo("-128");
    assertThat(json((short) 7)).isEqualTo("7");
    assertThat(json(0)).isEqualTo("0");
    assertThat(json(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(json(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(json(new BigInteger("123456789012345678901234567890")))
        .isEqualTo("123456789012345678901234567890");
    assertThat(json(new BigDecimal("39.950"))).isEqualTo("39.950");
    assertThat(json(new BigDecimal("1E+1000000000"))).isEqualTo("1E+1000000000");
    assertThat(json(new AtomicLong(5))).isEqualTo("5");
    LongAdder adder = new LongAdder();
    adder.add(1L << 60);
    assertThat(json(adder)).isEqualTo("1152921504606846976");
    DoubleAdder half = new DoubleAdder();
    half.add(0.5);
    assertThat(json(half)).isEqualTo("0.5");
  }

  @Test
  void numbersWithOddToString_areWrittenByValue() {
    assertThat(json(new Ratio())).isEqualTo("0.5");
  }

  @Test
  void nonJsonNumbers_areRejected() {
    for (Number number :
        List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Float.NaN,
            Float.NEGATIVE_INFINITY)) {
      assertThatThrownBy(() -> json(map("price", List.of(1, number))))
          .isInstanceOf(JsonException.class)
          .hasMessage("'price[1]' is " + number.doubleValue() + ", which JSON cannot represent.");
    }
    assertThatThrownBy(() -> json(map("n", BigInteger.ONE.shiftLeft(10_000_000))))
        .hasMessageStartingWith("'n' has more than");
  }

  @Test
  void strings_areEscapedLikeJavaScript() {
    assertThat(json("\"\\/\b\f\n\r\t\u0000\u001f\u007f"))
        .isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\"");
    assertThat(json("Zürich 日本 😀 \u2028 <&>")).isEqualTo("\"Zürich 日本 😀 \u2028 <&>\"");
    assertThat(json("a\ud83d")).isEqualTo("\"a\\ud83d\"");
    assertThat(json("\ude00b")).isEqualTo("\"\\ude00b\"");
    assertThat(json("\ud83d\ud83d\ude00")).isEqualTo("\"\\ud83d😀\"");
    assertThat(json(CharBuffer.wrap("x"))).isEqualTo("\"x\"");
    assertThat(json('c')).isEqualTo("\"c\"");
  }

  @Test
  void words() {
    assertThat(json(null)).isEqualTo("null");
    assertThat(json(true)).isEqualTo("true");
    assertThat(json(false)).isEqualTo("false");
    assertThat(json(DayOfWeek.FRIDAY)).isEqualTo("\"FRIDAY\"");
  }

  @Test
  void times_areIso8601() {
    Instant instant = Instant.parse("2026-01-31T12:00:00Z");
    assertThat(json(instant)).isEqualTo("\"2026-01-31T12:00:00.000Z\"");
    assertThat(json(instant.plusNanos(1_500_000))).isEqualTo("\"2026-01-31T12:00:00.001500Z\"");
    assertThat(json(Date.from(instant))).isEqualTo("\"2026-01-31T12:00:00.000Z\"");
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
    calendar.setTimeInMillis(instant.toEpochMilli());
    assertThat(json(calendar)).isEqualTo("\"2026-01-31T12:00:00.000Z\"");
    assertThat(json(ZonedDateTime.ofInstant(instant, ZoneId.of("Europe/Berlin"))))
        .isEqualTo("\"2026-01-31T13:00:00+01:00\"");
    assertThat(json(OffsetDateTime.ofInstant(instant, ZoneOffset.UTC)))
        .isEqualTo("\"2026-01-31T12:00:00Z\"");
    assertThat(json(LocalDateTime.of(2026, 1, 31, 12, 0, 1))).isEqualTo("\"2026-01-31T12:00:01\"");
    assertThat(json(LocalDate.of(2026, 1, 31))).isEqualTo("\"2026-01-31\"");
    assertThat(json(java.sql.Date.valueOf("2026-01-31"))).isEqualTo("\"2026-01-31\"");
    assertThat(json(java.sql.Time.valueOf("12:00:01"))).isEqualTo("\"12:00:01\"");
    assertThat(json(java.sql.Timestamp.from(instant))).isEqualTo("\"2026-01-31T12:00:00.000Z\"");
    assertThat(json(LocalTime.NOON)).isEqualTo("\"12:00\"");
    assertThat(json(YearMonth.of(2026, 1))).isEqualTo("\"2026-01\"");
    assertThat(json(Year.of(2026))).isEqualTo("\"2026\"");
    assertThat(json(Duration.ofMinutes(90))).isEqualTo("\"PT1H30M\"");
    assertThat(json(Period.ofDays(3))).isEqualTo("\"P3D\"");
    assertThat(json(ZoneId.of("Europe/Berlin"))).isEqualTo("\"Europe/Berlin\"");
    assertThat(json(TimeZone.getTimeZone("UTC"))).isEqualTo("\"UTC\"");
  }

  @Test
  void valuesWithATextForm_areStrings() throws Exception {
    UUID uuid = new UUID(1, 2);
    assertThat(json(uuid)).isEqualTo("\"00000000-0000-0001-0000-000000000002\"");
    assertThat(json(URI.create("http://h/p?q"))).isEqualTo("\"http://h/p?q\"");
    assertThat(json(URI.create("http://h/p").toURL())).isEqualTo("\"http://h/p\"");
    assertThat(json(Path.of("a", "b"))).isEqualTo("\"a/b\"");
    assertThat(json(new File("a/b"))).isEqualTo("\"a/b\"");
    assertThat(json(Locale.GERMANY)).isEqualTo("\"de-DE\"");
    assertThat(json(Currency.getInstance("CHF"))).isEqualTo("\"CHF\"");
    assertThat(json(InetAddress.getByAddress("name", new byte[] {10, 0, 0, 1})))
        .isEqualTo("\"10.0.0.1\"");
  }

  @Test
  void wrappers_areWrittenAsTheirValue() {
    assertThat(json(Optional.of(map("a", Optional.empty())))).isEqualTo("{\"a\":null}");
    assertThat(json(OptionalInt.of(1))).isEqualTo("1");
    assertThat(json(OptionalInt.empty())).isEqualTo("null");
    assertThat(json(OptionalLong.of(2))).isEqualTo("2");
    assertThat(json(OptionalDouble.of(0.5))).isEqualTo("0.5");
    assertThat(json(new AtomicBoolean(true))).isEqualTo("true");
    assertThat(json(new AtomicReference<>(List.of(1)))).isEqualTo("[1]");
  }

  @Test
  void unknownTypes_areRejectedWithTheirPath() {
    assertThatThrownBy(() -> json(map("items", List.of(1, map("owner", new Thread())))))
        .isInstanceOf(JsonException.class)
        .hasMessage("'items[1].owner' is a java.lang.Thread, which has no JSON form; pass a map.");
  }

  @Test
  void cycles_areRejected() {
    Map<String, Object> map = new HashMap<>();
    map.put("self", map);
    assertThatThrownBy(() -> json(map)).hasMessageEndingWith("' contains itself.");
    List<Object> list = new ArrayList<>();
    list.add(List.of(list, list));
    assertThatThrownBy(() -> json(list)).hasMessageEndingWith("' contains itself.");
    Object[] array = new Object[1];
    array[0] = array;
    assertThatThrownBy(() -> json(array)).hasMessageEndingWith("' contains itself.");
    AtomicReference<Object> reference = new AtomicReference<>();
    reference.set(Optional.of(reference));
    assertThatThrownBy(() -> json(map("r", reference))).hasMessage("'r' contains itself.");
  }

  @Test
  void equalNestedContainers_areNotACycle() {
    List<Object> empty = List.of();
    assertThat(json(List.of(empty, empty))).isEqualTo("[[],[]]");
  }

  @Test
  void depth_isBounded() {
    assertThat(json(nested(64))).hasSize(128);
    assertThatThrownBy(() -> json(nested(65))).hasMessageEndingWith("nests deeper than 64 levels.");
  }

  private static Object nested(int levels) {
    Object value = List.of();
    for (int i = 1; i < levels; i++) {
      value = List.of(value);
    }
    return value;
  }

  @Test
  void length_isBoundedToTheByte() {
    String text = "x".repeat(98);
    JsonWriter writer = new JsonWriter(100, 64);
    writer.value(text);
    assertThat(writer.length()).isEqualTo(100);
    for (Object tooLong :
        Arrays.asList(
            text + "x",
            "ü".repeat(50),
            "\u0001".repeat(17),
            List.of(text),
            Collections.nCopies(1_000_000_000, 7))) {
      writer.clear(1 << 20);
      assertThatThrownBy(() -> writer.value(tooLong)).isInstanceOf(JsonTooLongException.class);
    }
    assertThat(writer.capacity()).isLessThan(4096);
  }

  @Test
  void clear_releasesAGrownBuffer() {
    JsonWriter writer = new JsonWriter(1 << 20, 64);
    writer.value("x".repeat(100_000));
    assertThat(writer.capacity()).isGreaterThan(100_000);
    writer.clear(65_536);
    assertThat(writer.capacity()).isLessThan(65_536);
    writer.value(1);
    assertThat(writer.toBytes()).asString().isEqualTo("1");
  }

  private static final class Ratio extends Number {
    private static final long serialVersionUID = 1;

    @Override
    public String toString() {
      return "1/2";
    }

    @Override
    public int intValue() {
      return 0;
    }

    @Override
    public long longValue() {
      return 0;
    }

    @Override
    public float floatValue() {
      return 0.5f;
    }

    @Override
    public double doubleValue() {
      return 0.5;
    }
  }
}
