package io.postrider.server.catalog.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.condition.Comparison;
import io.postrider.filter.FieldPath;
import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.filter.Filters;
import io.postrider.id.DestinationId;
import io.postrider.message.Redaction;
import io.postrider.server.catalog.FilterJson;
import io.postrider.server.http.admin.ApiDocument;
import io.postrider.server.http.admin.ApiTests;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters in the admin API; single quotes stand for double quotes. */
final class DestinationFiltersTest extends ApiTests {

  private Reply created(String filters) throws Exception {
    return post(
        "/api/destinations",
        ("{'name':'CRM','settings':{'webhooks':[{'url':'https://example.com/'}]},'filters':"
                + filters
                + "}")
            .replace('\'', '"'));
  }

  private Reply patched(Reply destination, String body) throws Exception {
    return request("PATCH", "/api/destinations/" + destination.text("id"), body.replace('\'', '"'));
  }

  private List<Filter> inForce(Reply destination) {
    return catalog
        .current()
        .destination(DestinationId.parse(destination.text("id")).orElseThrow())
        .orElseThrow()
        .settings()
        .filters()
        .list();
  }

  private List<String> refused(String filters) throws Exception {
    Reply reply = created(filters);
    assertThat(reply.status()).as(filters).isEqualTo(422);
    return reply.wrongFields();
  }

  private static String when(String match) {
    return "[{'action':'drop','when':%s}]".formatted(match);
  }

  private static String list(int count, String item) {
    return "[" + String.join(",", Collections.nCopies(count, item)) + "]";
  }

  @Test
  void filters_roundTrip() throws Exception {
    String given =
        """
        [{'name':'No tests','enabled':false,
          'when':{'all':[{'type':['identify','track']},
                         {'any':[{'event':['Order Completed','Ünï']},
                                 {'not':{'field':'properties.a\\\\.b','op':'exists'}}]},
                         {'field':'traits.age','op':'at_least','value':12345678901234567890.25},
                         {'field':'context.ok','op':'equals','value':false},
                         {'field':'userId','op':'one_of','value':['a',1,true]},
                         {'field':'timestamp','op':'before','value':'2026-01-31'}]},
          'action':'drop'},
         {'enabled':true,'action':'sample','percent':12.5,'by':'userId'},
         {'enabled':true,'action':'omit','fields':['properties.card','traits.a.b']},
         {'enabled':true,'action':'keep','fields':['context.ip']}]
        """;
    Reply created = created(given);
    assertThat(created.status()).as(created.body().toString()).isEqualTo(201);
    JsonNode shown = created.body().get("filters");
    assertThat(new String(created.http().body(), UTF_8))
        .as("raw, since the tests' own reader rounds numbers")
        .contains("\"filters\":" + given.replace('\'', '"').replaceAll("\\n *", ""));
    assertThat(get(created.header("Location")).body().get("filters")).isEqualTo(shown);
    assertThat(inForce(created)).hasSize(4);
    assertThat(inForce(created).get(1).action())
        .isEqualTo(new FilterAction.Sample(125_000, FilterAction.By.USER_ID));
  }

  @Test
  void valuesOfHiddenFields_areMasked() throws Exception {
    Reply created =
        created(
            when(
                "{'all':[{'event':['Bought']},{'not':{'field':'traits.plan','op':'equals',"
                    + "'value':'pro'}},{'field':'userId','op':'equals','value':'ada'}]}"));
    JsonNode shown =
        FilterJson.tree(inForce(created), Redaction.of(List.of("event", "traits.plan")));
    assertThat(shown.at("/0/when").toString().replace('"', '\''))
        .isEqualTo(
            "{'all':[{'event':['***']},{'not':{'field':'traits.plan','op':'equals',"
                + "'value':'***'}},{'field':'userId','op':'equals','value':'ada'}]}");
  }

  @Test
  void omittedFields_getDefaults() throws Exception {
    Reply created = created("[{'action':'sample','percent':10}]");
    assertThat(created.body().get("filters").toString())
        .isEqualTo(
            "[{\"enabled\":true,\"action\":\"sample\",\"percent\":10,\"by\":\"messageId\"}]");
    assertThat(created("[]").body().get("filters")).isEmpty();
    assertThat(created("null").body().get("filters")).isEmpty();
  }

  @Test
  void change_replacesTheListAndNullRemovesIt() throws Exception {
    Reply created = created("[{'action':'drop'},{'action':'omit','fields':['traits.x']}]");
    Reply renamed = patched(created, "{'name':'n'}");
    assertThat(renamed.body().get("filters")).hasSize(2);
    assertThat(patched(created, "{'filters':[{'action':'drop'}]}").body().get("filters"))
        .hasSize(1);
    assertThat(inForce(created)).hasSize(1);
    assertThat(patched(created, "{'filters':null}").body().get("filters")).isEmpty();
    assertThat(inForce(created)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                    | filters",
        "'drop'                                                | filters",
        "[5]                                                   | filters[0]",
        "[{}]                                                  | filters[0].action",
        "[{'action':'dorp'}]                                   | filters[0].action",
        "[{'action':'drop','percent':5}]                       | filters[0].percent",
        "[{'action':'drop','wehn':{}}]                         | filters[0].wehn",
        "[{'action':'drop','enabled':1}]                       | filters[0].enabled",
        "[{'action':'drop','name':' '}]                        | filters[0].name",
        "[{'action':'sample'}]                                 | filters[0].percent",
        "[{'action':'sample','percent':'5'}]                   | filters[0].percent",
        "[{'action':'sample','percent':5,'by':'event'}]        | filters[0].by",
        "[{'action':'omit'}]                                   | filters[0].fields",
        "[{'action':'omit','fields':[]}]                       | filters[0].fields",
        "[{'action':'keep','fields':['properties']}]           | filters[0].fields[0]",
        "[{'action':'keep','fields':['traits.a','userId']}]    | filters[0].fields[1]",
        "[{'action':'omit','fields':['traits.a','traits.a']}]  | filters[0].fields[1]",
        "[{'action':'drop'},{'action':'drop','when':5}]        | filters[1].when",
      })
  void invalidFilter_isReported(String filters, String field) throws Exception {
    assertThat(refused(filters)).containsExactly(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                    | ",
        "{'type':['track'],'event':['e']}                      | ",
        "{'al':[{'type':['track']}]}                           | *.al",
        "{'all':[]}                                            | .all",
        "{'any':{}}                                            | .any",
        "{'any':[{'type':['track']},5]}                        | .any[1]",
        "{'not':[]}                                            | .not",
        "{'not':{'any':[{'type':['delete']}]}}                 | .not.any[0].type[0]",
        "{'type':[]}                                           | .type",
        "{'type':['track','Track']}                            | .type[1]",
        "{'event':['']}                                        | .event[0]",
        "{'event':[5]}                                         | .event[0]",
        "{'field':'properties.a'}                              | .op",
        "{'field':'propertys.a','op':'exists'}                 | .field",
        "{'field':'properties.a','op':'is'}                    | .op",
        "{'field':'properties.a','op':'exists','value':1}      | .value",
        "{'field':'properties.a','op':'equals'}                | .value",
        "{'field':'properties.a','op':'equals','value':null}   | .value",
        "{'field':'properties.a','op':'equals','value':[1]}    | .value",
        "{'field':'properties.a','op':'less_than','value':'1'} | .value",
        "{'field':'properties.a','op':'contains','value':''}   | .value",
        "{'field':'properties.a','op':'starts_with','value':1} | .value",
        "{'field':'properties.a','op':'before','value':'soon'} | .value",
        "{'field':'properties.a','op':'after','value':5}       | .value",
        "{'field':'properties.a','op':'one_of','value':'a'}    | .value",
        "{'field':'properties.a','op':'one_of','value':[]}     | .value",
        "{'field':'properties.a','op':'one_of','value':[1,{}]} | .value[1]",
        "{'field':'properties.a','op':'contains_one_of','value':['']} | .value[0]",
        "{'all':[{'type':['track']},{'field':'properties.a','op':'x'}]} | .all[1].op",
      })
  void invalidCondition_isReported(String match, String field) throws Exception {
    List<String> expected =
        field == null
            ? List.of("filters[0].when")
            : field.startsWith("*")
                ? List.of("filters[0].when", "filters[0].when" + field.substring(1))
                : List.of("filters[0].when" + field);
    assertThat(refused(when(match))).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void misspelledNames_areSuggested() throws Exception {
    assertThat(created(when("{'evnt':['e']}")).body().toString()).contains("did you mean event?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0001", "99.9999", "1e-4", "50.0", "5E+1"})
  void percent_isBetween0And100(String percent) throws Exception {
    assertThat(created("[{'action':'sample','percent':%s}]".formatted(percent)).status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "100", "-1", "0.00001", "99.99999", "100.0001", "1e999", "1e-999", "null"})
  void otherValues_areNotPercentages(String percent) throws Exception {
    assertThat(refused("[{'action':'sample','percent':%s}]".formatted(percent)))
        .containsExactly("filters[0].percent");
  }

  @Test
  void counts_areBounded() throws Exception {
    assertThat(created(list(Filters.MAX_FILTERS, "{'action':'drop'}")).status()).isEqualTo(201);
    assertThat(refused(list(Filters.MAX_FILTERS + 1, "{'action':'drop'}")))
        .containsExactly("filters");
    String paths =
        IntStream.range(0, FilterAction.MAX_FIELDS)
            .mapToObj("'traits.f%d'"::formatted)
            .collect(Collectors.joining(","));
    assertThat(created("[{'action':'omit','fields':[%s]}]".formatted(paths)).status())
        .isEqualTo(201);
    assertThat(refused("[{'action':'omit','fields':[%s,'traits.x']}]".formatted(paths)))
        .containsExactly("filters[0].fields");
    assertThat(
            created(when("{'event':%s}".formatted(list(FilterCondition.MAX_EVENTS, "'e'"))))
                .status())
        .isEqualTo(201);
    assertThat(refused(when("{'event':%s}".formatted(list(FilterCondition.MAX_EVENTS + 1, "'e'")))))
        .containsExactly("filters[0].when.event");
  }

  @Test
  void conditions_areBounded() throws Exception {
    String leaf = "{'type':['track']}";
    String inner = "{'any':%s}".formatted(list(FilterCondition.MAX_CONDITIONS - 2, leaf));
    assertThat(created(when("{'all':[%s]}".formatted(inner))).status()).isEqualTo(201);
    assertThat(refused(when("{'all':[%s,%s]}".formatted(inner, leaf))))
        .containsExactly("filters[0].when");
    String deepest = leaf;
    for (int i = 1; i < FilterCondition.MAX_DEPTH; i++) {
      deepest = "{'not':%s}".formatted(deepest);
    }
    assertThat(created(when(deepest)).status()).isEqualTo(201);
    assertThat(refused(when("{'not':%s}".formatted(deepest))))
        .containsExactly("filters[0].when" + ".not".repeat(FilterCondition.MAX_DEPTH));
  }

  @Test
  void values_areBounded() throws Exception {
    String equals = "{'field':'properties.a','op':'equals','value':%s}";
    String longest = "é".repeat(Comparison.MAX_TEXT_LENGTH);
    assertThat(created(when(equals.formatted("'" + longest + "'"))).status()).isEqualTo(201);
    assertThat(refused(when(equals.formatted("'" + longest + "x'"))))
        .containsExactly("filters[0].when.value");
    String digits = "1".repeat(Comparison.MAX_NUMBER_LENGTH);
    assertThat(created(when(equals.formatted(digits))).status()).isEqualTo(201);
    assertThat(refused(when(equals.formatted(digits + "1"))))
        .containsExactly("filters[0].when.value");
    String oneOf = "{'field':'properties.a','op':'one_of','value':%s}";
    assertThat(created(when(oneOf.formatted(list(Comparison.MAX_OPERANDS, "1")))).status())
        .isEqualTo(201);
    assertThat(refused(when(oneOf.formatted(list(Comparison.MAX_OPERANDS + 1, "1")))))
        .containsExactly("filters[0].when.value");
    String event = "x".repeat(1_000);
    assertThat(created(when("{'event':['%s']}".formatted(event))).status()).isEqualTo(201);
    assertThat(refused(when("{'event':['%sx']}".formatted(event))))
        .containsExactly("filters[0].when.event[0]");
    String path = "properties." + "x".repeat(FieldPath.MAX_LENGTH - "properties.".length());
    String exists = "{'field':'%s','op':'exists'}";
    assertThat(created(when(exists.formatted(path))).status()).isEqualTo(201);
    assertThat(refused(when(exists.formatted(path + "x"))))
        .containsExactly("filters[0].when.field");
    String name = "n".repeat(Filter.MAX_NAME_LENGTH);
    assertThat(created("[{'action':'drop','name':'%s'}]".formatted(name)).status()).isEqualTo(201);
    assertThat(refused("[{'action':'drop','name':'%sn'}]".formatted(name)))
        .containsExactly("filters[0].name");
  }

  @Test
  void document_statesTheLimits() {
    JsonNode schemas = ApiDocument.read().root().at("/components/schemas");
    assertThat(schemas.at("/Filters/maxItems").asInt()).isEqualTo(Filters.MAX_FILTERS);
    assertThat(schemas.at("/TrimmedFields/maxItems").asInt()).isEqualTo(FilterAction.MAX_FIELDS);
    assertThat(schemas.at("/TrimmedFields/items/maxLength").asInt())
        .isEqualTo(FieldPath.MAX_LENGTH);
    assertThat(schemas.at("/Matches/maxItems").asInt()).isEqualTo(FilterCondition.MAX_CONDITIONS);
    assertThat(schemas.at("/Match/description").asText())
        .contains(
            "%d levels and %d parts"
                .formatted(FilterCondition.MAX_DEPTH, FilterCondition.MAX_CONDITIONS));
    assertThat(schemas.at("/Operand/anyOf/1/maxItems").asInt()).isEqualTo(Comparison.MAX_OPERANDS);
    assertThat(schemas.at("/Scalar/maxLength").asInt()).isEqualTo(Comparison.MAX_TEXT_LENGTH);
  }
}
