package io.postrider.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of everything that has one; single quotes stand for double quotes. */
final class NamesTest extends ApiTests {

  private static final String HOOKS = "'settings':{'webhooks':[{'url':'https://example.com/'}]}";

  /** Bodies with a name. */
  private static Map<String, String> requests() {
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put("/api/sources", "{'name':'NAME','type':'web'}");
    bodies.put("/api/destinations", "{'name':'NAME'," + HOOKS + "}");
    bodies.put("/api/audiences", "{'name':'NAME','definition':{'trait':'n','op':'exists'}}");
    bodies.put(
        "/api/computed-traits", "{'name':'NAME','definition':{'kind':'event_count','event':'e'}}");
    bodies.put("/api/tokens", "{'name':'NAME','role':'viewer'}");
    return bodies;
  }

  private static String json(String body, String name) {
    return body.replace('\'', '"').replace("NAME", name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\u0000", "\\n", "\\r", "\\t", "\\u001b", "\\u007f", "\\u0085", "\\u009b", "\\u2028",
        "\\u2029", "\\u202a", "\\u202e", "\\u2066", "\\u2069"
      })
  void name_hasNoControlCharacters(String control) throws Exception {
    for (Map.Entry<String, String> body : requests().entrySet()) {
      Reply refused = post(body.getKey(), json(body.getValue(), "a" + control + "b"));
      assertThat(refused.status()).as(body.getKey()).isEqualTo(422);
      assertThat(refused.body().at("/errors/0").toString())
          .isEqualTo(
              "{\"field\":\"name\",\"message\":\"must not contain control characters,"
                  + " such as line ends\"}");
    }
    String workspace = json("{'name':'NAME'}", control + "x");
    assertThat(request("PATCH", "/api/workspace", workspace).wrongFields()).containsExactly("name");
    String filter =
        json(
            "{'name':'n'," + HOOKS + ",'filters':[{'name':'NAME','action':'drop'}]}",
            control + "x");
    assertThat(post("/api/destinations", filter).wrongFields()).containsExactly("filters[0].name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udfff", "\\udc00\\ud800", "\\ud83dx\\ude00"})
  void name_hasNoLoneSurrogate(String half) throws Exception {
    for (Map.Entry<String, String> body : requests().entrySet()) {
      Reply refused = post(body.getKey(), json(body.getValue(), "a" + half + "b"));
      assertThat(refused.status()).as(body.getKey()).isEqualTo(422);
      assertThat(refused.body().at("/errors/0").toString())
          .isEqualTo(
              "{\"field\":\"name\",\"message\":\"must not contain a lone surrogate: half of a"
                  + " UTF-16 pair\"}");
    }
    String workspace = json("{'name':'NAME'}", half + "x");
    assertThat(request("PATCH", "/api/workspace", workspace).wrongFields()).containsExactly("name");
    String filter =
        json("{'name':'n'," + HOOKS + ",'filters':[{'name':'NAME','action':'drop'}]}", half + "x");
    assertThat(post("/api/destinations", filter).wrongFields()).containsExactly("filters[0].name");
  }

  /** Messages may contain lone surrogates, so what compares with them may too. */
  @Test
  void definition_mayHaveLoneSurrogates() throws Exception {
    String half = "\\ud800";
    String event = "{'event':'NAME','where':[{'property':'NAME','op':'equals','value':'NAME'}],";
    String count = "'count':{'op':'at_least','value':1}}";
    Reply audience =
        post("/api/audiences", json("{'name':'a b','definition':" + event + count + "}", half));
    assertThat(audience.status()).isEqualTo(201);
    assertThat(get("/api/audiences/" + audience.text("id")).body().at("/definition/event").asText())
        .isEqualTo("\ud800");
    String trait = "{'name':'t','definition':{'trait':'NAME','op':'equals','value':'NAME'}}";
    assertThat(post("/api/audiences", json(trait, half)).status()).isEqualTo(201);
    String sum = "{'name':'s','definition':{'kind':'sum','event':'NAME','property':'NAME'}}";
    assertThat(post("/api/computed-traits", json(sum, half)).status()).isEqualTo(201);
  }

  @Test
  void name_mayHaveAnyOtherCharacter() throws Exception {
    for (String name : List.of("Größe", "日本", "a\u00a0b", "👩\u200d💻", "עברית\u200f!")) {
      for (Map.Entry<String, String> body : requests().entrySet()) {
        Reply created =
            post(
                body.getKey(),
                json(body.getValue(), name + " " + body.getKey().length() + name.length()));
        assertThat(created.status()).as(body.getKey() + name).isEqualTo(201);
        assertThat(created.text("name")).startsWith(name);
      }
    }
  }
}
