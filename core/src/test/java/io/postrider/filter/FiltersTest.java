package io.postrider.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.PayloadFormat;
import io.postrider.webhook.Payloads;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiltersTest {

  private static final FilterAction DROP = new FilterAction.Drop();

  private static Filters filters(@Nullable FilterCondition when, FilterAction action) {
    return Filters.of(List.of(new Filter(null, true, when, action)));
  }

  private static FilterCondition compared(String path, Operator operator, Value... operands) {
    return new FilterCondition.Compared(
        FieldPath.parse(path).orElseThrow(), new Comparison(operator, List.of(operands)));
  }

  private static List<FieldPath> paths(String... paths) {
    return Arrays.stream(paths).map(path -> FieldPath.parse(path).orElseThrow()).toList();
  }

  private static boolean drops(FilterCondition when, RecordView record) {
    return !filters(when, DROP).letsPass(record);
  }

  private static Value number(String text) {
    return Value.of(Decimal.of(text));
  }

  @Test
  void noFilters_passEverythingUnchanged() {
    RecordView record = FilterTestMessages.track("'properties':{'a':1}");
    byte[] body = Payloads.body(record, PayloadFormat.STANDARD);
    assertThat(Filters.NONE.letsPass(record)).isTrue();
    assertThat(Filters.NONE.trimmed(body, record)).isSameAs(body);
  }

  @Test
  void filterWithoutCondition_appliesToEverything() {
    assertThat(filters(null, DROP).letsPass(FilterTestMessages.track("'x':1"))).isFalse();
  }

  @Test
  void disabledFilter_doesNothing() {
    Filters filters = Filters.of(List.of(new Filter("off", false, null, DROP)));
    assertThat(filters.letsPass(FilterTestMessages.track("'x':1"))).isTrue();
    assertThat(filters.list()).hasSize(1);
  }

  @Test
  void type_andEvent_areMatched() {
    RecordView track = FilterTestMessages.track("'x':1");
    RecordView page =
        FilterTestMessages.call(MessageType.PAGE, "{'userId':'u','event':'Order Completed'}");
    FilterCondition tracks =
        new FilterCondition.OfType(Set.of(MessageType.TRACK, MessageType.GROUP));
    FilterCondition orders = new FilterCondition.OfEvent(List.of("Signed Up", "Order Completed"));
    assertThat(drops(tracks, track)).isTrue();
    assertThat(drops(tracks, page)).isFalse();
    assertThat(drops(orders, track)).isTrue();
    assertThat(drops(orders, page)).as("only a track call has an event").isFalse();
    assertThat(drops(new FilterCondition.OfEvent(List.of("order completed")), track)).isFalse();
  }

  @Test
  void fields_areFoundAtAnyPosition() {
    RecordView record =
        FilterTestMessages.track(
            "'properties':{'9':1,'total':12.50,'a.b':{'c':'x'},'deep':{'er':{'est':true}},"
                + "'\\u0001\\\"\\ud800é':'odd','tags':['new','vip'],'none':null},"
                + "'context':{'ip':'203.0.113.7','total':1},'anonymousId':'anon'");
    assertThat(drops(compared("properties.total", Operator.EQUALS, number("12.5")), record))
        .isTrue();
    assertThat(drops(compared("context.total", Operator.EQUALS, number("12.5")), record)).isFalse();
    assertThat(drops(compared("properties.9", Operator.AT_MOST, number("1")), record)).isTrue();
    assertThat(drops(compared("properties.a\\.b.c", Operator.EQUALS, Value.of("x")), record))
        .isTrue();
    assertThat(drops(compared("properties.deep.er.est", Operator.EQUALS, Value.of(true)), record))
        .isTrue();
    assertThat(drops(compared("properties.deep.er", Operator.EXISTS), record)).isTrue();
    assertThat(drops(compared("properties.deep.est", Operator.EXISTS), record)).isFalse();
    assertThat(drops(compared("properties.\u0001\"\ud800é", Operator.EXISTS), record)).isTrue();
    assertThat(drops(compared("properties.tags", Operator.CONTAINS, Value.of("vip")), record))
        .isTrue();
    assertThat(drops(compared("properties.tags.0", Operator.EXISTS), record)).isFalse();
    assertThat(drops(compared("properties.none", Operator.NOT_EXISTS), record)).isTrue();
    assertThat(drops(compared("traits", Operator.NOT_EXISTS), record)).isTrue();
    assertThat(drops(compared("properties", Operator.EXISTS), record)).isTrue();
    assertThat(drops(compared("userId", Operator.EQUALS, Value.of("ada")), record)).isTrue();
    assertThat(drops(compared("anonymousId", Operator.STARTS_WITH, Value.of("an")), record))
        .isTrue();
    assertThat(
            drops(compared("timestamp", Operator.AFTER, Value.of("2000-01-01T00:00:00Z")), record))
        .isTrue();
  }

  @Test
  void allAnyAndNot_combine() {
    RecordView record = FilterTestMessages.track("'properties':{'a':1}");
    FilterCondition yes = compared("properties.a", Operator.EXISTS);
    FilterCondition no = compared("properties.b", Operator.EXISTS);
    assertThat(drops(new FilterCondition.All(List.of(yes, yes)), record)).isTrue();
    assertThat(drops(new FilterCondition.All(List.of(yes, no)), record)).isFalse();
    assertThat(drops(new FilterCondition.Any(List.of(no, yes)), record)).isTrue();
    assertThat(drops(new FilterCondition.Any(List.of(no, no)), record)).isFalse();
    assertThat(drops(new FilterCondition.Not(no), record)).isTrue();
    assertThat(drops(new FilterCondition.Not(yes), record)).isFalse();
  }

  @Test
  void not_invertsWhatIsFalseForMissingValues() {
    RecordView record = FilterTestMessages.track("'x':1");
    FilterCondition equals = compared("properties.a", Operator.EQUALS, Value.of("x"));
    assertThat(drops(compared("properties.a", Operator.NOT_EQUALS, Value.of("x")), record))
        .isFalse();
    assertThat(drops(new FilterCondition.Not(equals), record)).isTrue();
  }

  @Test
  void delete_passesUnchanged() {
    RecordView delete = FilterTestMessages.computed("delete", "'properties':{'a':1}");
    Filters drop = filters(null, DROP);
    Filters omit = filters(null, new FilterAction.Omit(paths("properties.a")));
    byte[] body = Payloads.body(delete, PayloadFormat.FULL);
    assertThat(drop.letsPass(delete)).isTrue();
    assertThat(omit.trimmed(body, delete)).isSameAs(body);
  }

  @Test
  void computedMessage_isFiltered() {
    RecordView member = FilterTestMessages.computed("identify", "'traits':{'big_spenders':true}");
    assertThat(drops(compared("traits.big_spenders", Operator.EXISTS), member)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "omit | properties.b             | {'a':1,'c':{'d':2,'e':3}}",
        "omit | properties.a             | {'b':[1],'c':{'d':2,'e':3}}",
        "omit | properties.c.d           | {'a':1,'b':[1],'c':{'e':3}}",
        "omit | properties.c.d properties.c.e | {'a':1,'b':[1],'c':{}}",
        "omit | properties.c properties.c.e | {'a':1,'b':[1]}",
        "omit | properties.a properties.b properties.c | {}",
        "omit | properties.a.x properties.b.0 | {'a':1,'b':[1],'c':{'d':2,'e':3}}",
        "omit | traits.a context.q       | {'a':1,'b':[1],'c':{'d':2,'e':3}}",
        "keep | properties.b             | {'b':[1]}",
        "keep | properties.c.e properties.a | {'a':1,'c':{'e':3}}",
        "keep | properties.c properties.c.e | {'c':{'d':2,'e':3}}",
        "keep | properties.c.x properties.a | {'a':1}",
        "keep | properties.a.x           | {}",
        "keep | traits.a                 | {'a':1,'b':[1],'c':{'d':2,'e':3}}",
      })
  void fields_areRemoved(String action, String fields, String properties) {
    RecordView record =
        FilterTestMessages.track(
            "'properties':{'a':1,'b':[1],'c':{'d':2,'e':3}},'own':{'properties':1}");
    List<FieldPath> paths = paths(fields.split(" "));
    Filters filters =
        filters(
            null,
            action.equals("omit") ? new FilterAction.Omit(paths) : new FilterAction.Keep(paths));
    for (PayloadFormat payload : PayloadFormat.values()) {
      String body = new String(Payloads.body(record, payload), UTF_8);
      String expected =
          body.replace(
              "{'a':1,'b':[1],'c':{'d':2,'e':3}}".replace('\'', '"'),
              properties.replace('\'', '"'));
      assertThat(new String(filters.trimmed(body.getBytes(UTF_8), record), UTF_8))
          .isEqualTo(expected);
      assertThat(filters.letsPass(record)).isTrue();
    }
  }

  @Test
  void trimming_appliesOnlyToMatchingMessages() {
    RecordView record = FilterTestMessages.track("'properties':{'a':1,'b':2}");
    byte[] body = Payloads.body(record, PayloadFormat.STANDARD);
    FilterCondition never = new FilterCondition.OfType(Set.of(MessageType.PAGE));
    assertThat(filters(never, new FilterAction.Omit(paths("properties.a"))).trimmed(body, record))
        .isSameAs(body);
  }

  @Test
  void order_changesNothing() {
    RecordView record = FilterTestMessages.track("'properties':{'a':1,'b':2,'c':3}");
    byte[] body = Payloads.body(record, PayloadFormat.STANDARD);
    FilterCondition whileB = compared("properties.b", Operator.EXISTS);
    Filter omitB = new Filter(null, true, null, new FilterAction.Omit(paths("properties.b")));
    Filter keepAb =
        new Filter(
            null, true, whileB, new FilterAction.Keep(paths("properties.a", "properties.b")));
    byte[] left = Filters.of(List.of(omitB, keepAb)).trimmed(body, record);
    assertThat(left).isEqualTo(Filters.of(List.of(keepAb, omitB)).trimmed(body, record));
    assertThat(new String(left, UTF_8)).contains("\"properties\":{\"a\":1},");
  }

  @Test
  void orderOfKeepAndOmit_changesNothing() {
    RecordView record = FilterTestMessages.track("'properties':{'a':{'b':1,'c':2},'d':3}");
    byte[] body = Payloads.body(record, PayloadFormat.STANDARD);
    Filter keep = new Filter(null, true, null, new FilterAction.Keep(paths("properties.a.b")));
    Filter omit = new Filter(null, true, null, new FilterAction.Omit(paths("properties.a.b")));
    for (List<Filter> filters : List.of(List.of(keep, omit), List.of(omit, keep))) {
      String left = new String(Filters.of(filters).trimmed(body, record), UTF_8);
      assertThat(left).contains("\"properties\":{\"a\":{}},");
    }
  }

  @Test
  void equality_comparesTheLists() {
    FilterCondition when = compared("properties.a", Operator.EQUALS, number("1.0"));
    assertThat(filters(when, DROP))
        .isEqualTo(filters(compared("properties.a", Operator.EQUALS, number("1")), DROP))
        .hasSameHashCodeAs(filters(when, DROP))
        .isNotEqualTo(filters(null, DROP));
  }
}
