package io.postrider.server.catalog.definition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.PropertyCondition;
import io.postrider.condition.Comparison;
import io.postrider.condition.KeyPath;
import io.postrider.condition.Operator;
import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of definitions; single quotes stand for double quotes. */
class DefinitionFormTest {

  private static final String ONCE = "'count':{'op':'at_least','value':1}";

  private static Fields fields(String definition) {
    ObjectNode body = (ObjectNode) Json.parse("{}".getBytes(UTF_8));
    body.set("definition", Json.parse(definition.replace('\'', '"').getBytes(UTF_8)));
    return Fields.of(body);
  }

  private static ComputationDefinition read(ComputationKind kind, String definition) {
    Fields fields = fields(definition);
    ComputationDefinition read = DefinitionForm.read(fields, kind);
    fields.check();
    return Objects.requireNonNull(read);
  }

  private static ComputationDefinition audience(String definition) {
    return read(ComputationKind.AUDIENCE, definition);
  }

  private static List<String> refused(ComputationKind kind, String definition) {
    ApiException wrong = catchThrowableOfType(ApiException.class, () -> read(kind, definition));
    assertThat(wrong).as(definition).isNotNull();
    return wrong.errors().stream().map(error -> error.field() + " " + error.message()).toList();
  }

  private static void assertRefused(String definition, String... errors) {
    assertThat(refused(ComputationKind.AUDIENCE, definition)).containsExactly(errors);
  }

  private static String list(int count, String item) {
    return "[" + String.join(",", Collections.nCopies(count, item)) + "]";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'trait':'plan','op':'exists'}",
        "{'trait':' ','op':'equals','value':''}",
        "{'trait':'a.b','op':'equals','value':12345678901234567890.25}",
        "{'trait':'n','op':'one_of','value':['a',1,true]}",
        "{'trait':'n','op':'before','value':'2026-01-31'}",
        "{'event':'Order Completed','count':{'op':'equals','value':0}}",
        "{'event':'e','where':[{'property':'total','op':'greater_than','value':100},"
            + "{'property':'a\\\\.b.c','op':'not_exists'}],'within':'30d',"
            + "'count':{'op':'at_least','value':3}}",
        "{'audience':'big_spenders'}",
        "{'all':[{'any':[{'not':{'audience':'a'}}]},{'trait':'t','op':'not_exists'}]}",
      })
  void audience_roundTrips(String definition) {
    ComputationDefinition read = audience(definition);
    assertThat(DefinitionJson.text(read)).isEqualTo(definition.replace('\'', '"'));
    assertThat(DefinitionJson.parse(ComputationKind.AUDIENCE, DefinitionJson.text(read)))
        .isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'event_count','event':'e'}",
        "{'kind':'sum','event':'e','property':'a.b'}",
        "{'kind':'unique_list','event':'e','property':'sku',"
            + "'where':[{'property':'p','op':'exists'}],'within':'1h'}",
      })
  void trait_roundTrips(String definition) {
    ComputationDefinition read = read(ComputationKind.TRAIT, definition);
    assertThat(DefinitionJson.text(read)).isEqualTo(definition.replace('\'', '"'));
    assertThat(DefinitionJson.parse(ComputationKind.TRAIT, DefinitionJson.text(read)))
        .isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "traits.plan|{'trait':'plan','op':'equals','value':'pro'}"
            + "|{'trait':'plan','op':'equals','value':'***'}",
        "traits.plan|{'trait':'plan','op':'exists'}|{'trait':'plan','op':'exists'}",
        "properties.a|{'event':'E','where':[{'property':'a.b','op':'one_of','value':['x','y']},"
            + "{'property':'c','op':'equals','value':1}],'count':{'op':'at_least','value':1}}"
            + "|{'event':'E','where':[{'property':'a.b','op':'one_of','value':'***'},"
            + "{'property':'c','op':'equals','value':1}],'count':{'op':'at_least','value':1}}",
        "event|{'event':'E','count':{'op':'at_least','value':1}}"
            + "|{'event':'***','count':{'op':'at_least','value':1}}",
      })
  void valuesOfHiddenFields_areMasked(String path, String definition, String shown) {
    Redaction redaction = Redaction.of(List.of(path));
    for (String around : List.of("%s", "{'all':[%s]}", "{'any':[%s]}", "{'not':%s}")) {
      assertThat(Json.text(DefinitionJson.tree(audience(around.formatted(definition)), redaction)))
          .isEqualTo(around.formatted(shown).replace('\'', '"'));
    }
  }

  @Test
  void valuesOfHiddenFields_areMaskedInTraits() {
    ComputationDefinition trait =
        read(
            ComputationKind.TRAIT,
            "{'kind':'sum','event':'E','property':'n',"
                + "'where':[{'property':'a','op':'equals','value':'x'}]}");
    assertThat(
            Json.text(DefinitionJson.tree(trait, Redaction.of(List.of("event", "properties.a")))))
        .isEqualTo(
            "{'kind':'sum','event':'***','property':'n',"
                .concat("'where':[{'property':'a','op':'equals','value':'***'}]}")
                .replace('\'', '"'));
  }

  @Test
  void object_mustBeOneCondition() {
    String kinds = "definition must have one of all, any, not, trait, event and audience";
    assertRefused("{}", kinds);
    assertRefused("{'op':'exists','within':'1d','count':1,'where':[],'value':1}", kinds);
    assertRefused("{'trait':'a','audience':'b','op':'exists'}", kinds);
    assertRefused("[]", "definition must be a JSON object");
    assertRefused("'vip'", "definition must be a JSON object");
    assertRefused("null", "definition must be a JSON object");
    assertRefused("{'not':[]}", "definition.not must be a JSON object");
    assertRefused("{'all':[]}", "definition.all must be a list of 1 to 100 items");
    assertRefused("{'any':{}}", "definition.any must be a list of 1 to 100 items");
    assertRefused(
        "{'any':[{'audience':'a'},{'not':{}}]}",
        "definition.any[1].not must have one of all, any, not, trait, event and audience");
  }

  @Test
  void unknownFields_areReported() {
    assertRefused("{'audience':'a','wihtin':'1d'}", "definition.wihtin is unknown");
    assertRefused(
        "{'event':'e','wihtin':'1d'," + ONCE + "}",
        "definition.wihtin is unknown; did you mean within?");
  }

  @Test
  void trait_needsTheValueOfItsOperator() {
    assertRefused(
        "{'trait':'','op':'exists'}", "definition.trait must be a string of 1 to 500 characters");
    assertRefused(
        "{'trait':7,'op':'exists'}", "definition.trait must be a string of 1 to 500 characters");
    assertRefused("{'trait':'a'}", "definition.op is required");
    assertRefused("{'trait':'a','op':'equals'}", "definition.value is required");
    assertRefused(
        "{'trait':'a','op':'exists','value':1}",
        "definition.value must be absent: this operator has no operand");
    assertRefused(
        "{'trait':'a','op':'less_than','value':'7'}",
        "definition.value must be a number of at most 100 characters");
    assertThat(refused(ComputationKind.AUDIENCE, "{'trait':'a','op':'like','value':1}"))
        .singleElement()
        .asString()
        .startsWith("definition.op must be one of equals, not_equals,");
  }

  @Test
  void traitName_isBounded() {
    String longest = "ü".repeat(AudienceCondition.MAX_TRAIT_LENGTH);
    audience("{'trait':'%s','op':'exists'}".formatted(longest));
    assertRefused(
        "{'trait':'%sü','op':'exists'}".formatted(longest),
        "definition.trait must be a string of 1 to 500 characters");
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void everyOperator_isAllowedForTraits(Operator operator) {
    String value =
        switch (operator.operand()) {
          case NONE -> "";
          case NUMBER -> ",'value':1";
          case TIME -> ",'value':'2026-01-01'";
          case FILLED_TEXT, SCALAR, FILLED_SCALAR -> ",'value':'x'";
          case SCALARS, FILLED_SCALARS -> ",'value':['x',1]";
        };
    audience("{'trait':'t','op':'%s'%s}".formatted(operator.wireName(), value));
    audience(
        "{'event':'e','where':[{'property':'p','op':'%s'%s}],%s}"
            .formatted(operator.wireName(), value, ONCE));
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void counts_allowNumericOperatorsOnly(Operator operator) {
    String definition =
        "{'event':'e','count':{'op':'%s','value':1}}".formatted(operator.wireName());
    if (AudienceCondition.EventCount.OPERATORS.contains(operator)) {
      audience(definition);
    } else {
      assertRefused(
          definition,
          "definition.count.op must be one of equals, not_equals, less_than, at_most,"
              + " greater_than, at_least");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "1e3", "1.0", "1000000000"})
  void counts_areIntegers(String number) {
    audience("{'event':'e','count':{'op':'equals','value':%s}}".formatted(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0.5", "1000000001", "1e999999999", "1e-999999999", "'1'", "true"})
  void otherValues_areNotCounts(String number) {
    assertRefused(
        "{'event':'e','count':{'op':'equals','value':%s}}".formatted(number),
        "definition.count.value must be an integer between 0 and 1,000,000,000");
  }

  @Test
  void events_needNameAndCount() {
    assertRefused("{'event':'e'}", "definition.count is required");
    assertRefused("{'event':'e','count':3}", "definition.count must be a JSON object");
    assertRefused("{'event':'e','count':{'op':'equals'}}", "definition.count.value is required");
    String longest = "x".repeat(ComputationDefinition.MAX_EVENT_LENGTH);
    audience("{'event':'%s',%s}".formatted(longest, ONCE));
    assertRefused(
        "{'event':'%sx',%s}".formatted(longest, ONCE),
        "definition.event must be a string of 1 to 1,000 characters");
    assertRefused(
        "{'event':'',%s}".formatted(ONCE),
        "definition.event must be a string of 1 to 1,000 characters");
  }

  @ParameterizedTest
  @CsvSource({"1m,1m", "60s,1m", "90s,90s", "24h,1d", "3650d,3650d", "PT36H,36h", "61m,61m"})
  void window_isADuration(String given, String shown) {
    ComputationDefinition read = audience("{'event':'e','within':'%s',%s}".formatted(given, ONCE));
    assertThat(DefinitionJson.tree(read).path("within").asText()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'59s'", "'3651d'", "'1M'", "''", "30", "null", "'-1d'", "'60500ms'"})
  void otherValues_areNotWindows(String within) {
    assertRefused(
        "{'event':'e','within':%s,%s}".formatted(within, ONCE),
        "definition.within must be a duration such as 1h or 30d, from 1m to 3650d");
  }

  @Test
  void properties_areSelectedByPath() {
    String path =
        "must be a path such as total or address.city, with at most 10 keys and 500 characters";
    String one = "{'event':'e','where':[{'property':'%s','op':'exists'}]," + ONCE + "}";
    audience(one.formatted("a" + ".a".repeat(PropertyCondition.MAX_KEYS - 1)));
    audience(one.formatted("a".repeat(KeyPath.MAX_LENGTH)));
    for (String wrong :
        List.of("", "a..b", ".", "a\\\\b", "a" + ".a".repeat(10), "a".repeat(501))) {
      assertRefused(one.formatted(wrong), "definition.where[0].property " + path);
    }
    assertRefused(
        "{'event':'e','where':[{'property':'a','op':'exists'},{'op':'exists'}]," + ONCE + "}",
        "definition.where[1].property is required");
    assertRefused(
        "{'event':'e','where':{}," + ONCE + "}",
        "definition.where must be a list of 0 to 20 items");
  }

  @Test
  void propertyConditions_areBounded() {
    String one = "{'property':'p','op':'exists'}";
    audience(
        "{'event':'e','where':%s,%s}".formatted(list(PropertyCondition.MAX_PER_EVENT, one), ONCE));
    assertRefused(
        "{'event':'e','where':%s,%s}"
            .formatted(list(PropertyCondition.MAX_PER_EVENT + 1, one), ONCE),
        "definition.where must be a list of 0 to 20 items");
  }

  @Test
  void conditions_areCounted() {
    String one = "{'audience':'a'}";
    audience("{'all':%s}".formatted(list(AudienceCondition.MAX_CONDITIONS - 1, one)));
    assertRefused(
        "{'all':%s}".formatted(list(AudienceCondition.MAX_CONDITIONS, one)),
        "definition must have at most 100 conditions in total");
    String events =
        "{'event':'e','where':%s,%s}".formatted(list(18, "{'property':'p','op':'exists'}"), ONCE);
    String more =
        "{'event':'e','where':%s,%s}".formatted(list(19, "{'property':'p','op':'exists'}"), ONCE);
    audience("{'all':%s}".formatted(list(5, events)));
    String full = "{'all':[%s,%s,%s,%s,%s]}".formatted(events, events, events, more, more);
    assertThat(
            ((AudienceCondition)
                    audience("{'all':[%s,%s,%s,%s]}".formatted(events, events, more, more)))
                .size())
        .isEqualTo(79);
    assertThat(((AudienceCondition) audience(full)).size()).isEqualTo(98);
    assertRefused(
        "{'all':[%s,%s,%s,%s,%s]}".formatted(more, more, more, more, more + "," + one),
        "definition must have at most 100 conditions, including those in where");
  }

  @Test
  void depth_isBounded() {
    String deepest =
        "{'not':".repeat(AudienceCondition.MAX_DEPTH - 1)
            + "{'audience':'a'}"
            + "}".repeat(AudienceCondition.MAX_DEPTH - 1);
    audience(deepest);
    assertRefused(
        "{'not':%s}".formatted(deepest),
        "definition"
            + ".not".repeat(AudienceCondition.MAX_DEPTH)
            + " is nested too deep: at most 10 levels");
  }

  @Test
  void size_isBounded() {
    String text = "x".repeat(Comparison.MAX_TEXT_LENGTH - 1);
    String one = "{'trait':'t','op':'one_of','value':%s}".formatted(list(10, "'" + text + "'"));
    audience("{'any':%s}".formatted(list(6, one)));
    assertRefused(
        "{'any':%s}".formatted(list(7, one)), "definition must have at most 65,536 bytes");
  }

  @Test
  void trait_requiresTheFieldsOfItsKind() {
    ComputationKind kind = ComputationKind.TRAIT;
    assertThat(refused(kind, "{'event':'e','property':'p'}"))
        .containsExactly("definition.kind is required");
    assertThat(refused(kind, "{'kind':'median','event':'e','property':'p'}"))
        .containsExactly(
            "definition.kind must be one of event_count, sum, average, min, max, most_frequent,"
                + " first, last, unique_list, unique_count");
    assertThat(refused(kind, "{'kind':'sum','event':'e'}"))
        .containsExactly("definition.property is required");
    assertThat(refused(kind, "{'kind':'event_count','event':'e','property':'p'}"))
        .containsExactly("definition.property must be omitted: this kind counts events");
    assertThat(refused(kind, "{'kind':'event_count'}"))
        .containsExactly("definition.event is required");
    assertThat(refused(kind, "{'kind':'event_count','event':'e'," + ONCE + "}"))
        .containsExactly("definition.count is unknown");
    assertThat(refused(kind, "{'audience':'a'}"))
        .containsExactlyInAnyOrder(
            "definition.kind is required",
            "definition.event is required",
            "definition.audience is unknown");
    assertThat(refused(kind, "[]")).containsExactly("definition must be a JSON object");
  }
}
