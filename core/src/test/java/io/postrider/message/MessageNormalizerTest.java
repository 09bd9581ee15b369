package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageNormalizerTest {

  private static final String NOW = "\"2026-01-02T19:11:01.266Z\"";
  private static final String STAMP = "\"timestamp\":" + NOW + ",\"receivedAt\":" + NOW + "}";
  private static final String MADE = "\"messageId\":\"made-1\"," + STAMP;

  private final IngestHarness harness = new IngestHarness();

  /** Single quotes stand for double ones. */
  private static String q(String json) {
    return json.replace('\'', '"');
  }

  private static String batchOf(String message) {
    return q("{'batch':[" + message + "]}");
  }

  private String canonical(String message) {
    return harness.batch(batchOf(message)).json();
  }

  @Test
  void smallestCall_isCompleted() {
    assertThat(harness.track(q("{'userId':'u','event':'e'}")).json())
        .isEqualTo(q("{'userId':'u','event':'e','type':'track','context':{},") + MADE);
  }

  @Test
  void emptyKeysAndWriteKey_leaveNoStrayComma() {
    String rest = q("'userId':'u','event':'e'}");
    String expected = q("{'userId':'u','event':'e','type':'track',");
    assertThat(harness.track(q("{'writeKey':'k',") + rest).json()).startsWith(expected);
    assertThat(harness.track(q("{'userId':'u','writeKey':'k','event':'e'}")).json())
        .startsWith(expected);
    assertThat(harness.track(q("{'userId':'u','event':'e','writeKey':'k'}")).json())
        .startsWith(expected);
    assertThat(harness.track(q("{'userId':'u','event':'e','write\\u004bey':'k'}")).json())
        .startsWith(expected);
    assertThat(canonical("{'type':'track','userId':'u','event':'e','writeKey':{}}"))
        .startsWith(q("{'type':'track','userId':'u','event':'e','context':{},'messageId':"));
  }

  @Test
  void values_keepTheirPosition() {
    assertThat(
            canonical(
                "{'receivedAt':1,'sentAt':null,'timestamp':'','messageId':'m','x':[1],'event':'e',"
                    + "'userId':7,'type':'track'}"))
        .isEqualTo(
            q("{'receivedAt':" + NOW + ",'sentAt':null,'timestamp':" + NOW)
                + q(",'messageId':'m','x':[1],'event':'e','userId':'7','type':'track'")
                + q(",'context':{}}"));
  }

  @ParameterizedTest
  @EnumSource(
      value = MessageType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DELETE"})
  void path_decidesTheType(MessageType type) {
    String ids = q("'userId':'u','previousId':'p','groupId':'g','event':'e',");
    String expected = q("{'type':'") + type.wireName() + q("','userId':");
    assertThat(harness.call(type, q("{'type':['x'],") + ids + q("'x':1}")).json())
        .startsWith(expected);
    assertThat(harness.batch(batchOf("{'type':'" + type.wireName() + "'," + ids + "'x':1}")).json())
        .startsWith(expected);
  }

  @Test
  void batchExampleOfTheVector_isCorrected() {
    String message =
        q("{'type':'track','userId':'u','event':'e','messageId':'m'")
            + q(",'timestamp':'2026-01-02T19:11:01.152Z'}");
    String expected =
        q("{'type':'track','userId':'u','event':'e','messageId':'m'")
            + q(",'timestamp':'2026-01-02T19:11:01.249Z','context':{}")
            + q(",'originalTimestamp':'2026-01-02T19:11:01.152Z'")
            + q(",'sentAt':'2026-01-02T19:11:01.169Z','receivedAt':" + NOW + "}");
    String sentAt = q(",'sentAt':'2026-01-02T19:11:01.169Z'}");
    assertThat(harness.batch(q("{'batch':[") + message + "]" + sentAt).json()).isEqualTo(expected);
    String escaped = sentAt.replace("2026", "\\u0032026");
    assertThat(harness.batch(q("{'batch':[") + message + "]" + escaped).json()).isEqualTo(expected);
  }

  @Test
  void ownSentAt_winsIfReadable() {
    String own = "{'type':'track','userId':'u','event':'e','messageId':'m','sentAt':%s,";
    String rest = "'timestamp':'2026-01-02T10:00:00Z'}";
    String batch = "{'sentAt':'2026-01-02T19:11:00.266Z','batch':[%s]}";
    String early = q(own.formatted("'2026-01-02T19:11:01.265'") + rest);
    assertThat(harness.batch(q(batch).formatted(early)).json())
        .contains(q("'sentAt':'2026-01-02T19:11:01.265Z','timestamp':'2026-01-02T10:00:00.001Z'"));
    String unreadable = q(own.formatted("'noon'") + rest);
    assertThat(harness.batch(q(batch).formatted(unreadable)).json())
        .contains(q("'sentAt':'2026-01-02T19:11:00.266Z','timestamp':'2026-01-02T10:00:01.000Z'"));
    assertThat(harness.batch(batchOf(unreadable)).json())
        .contains(q("'sentAt':'noon','timestamp':'2026-01-02T10:00:00.000Z'"))
        .contains(q("'originalTimestamp':'2026-01-02T10:00:00.000Z'"));
  }

  @Test
  void originalTimestamp_isReplacedOnlyByATimestamp() {
    String message = "{'type':'track','userId':'u','event':'e','originalTimestamp':'mine'%s}";
    assertThat(canonical(message.formatted(""))).contains(q("'originalTimestamp':'mine'"));
    assertThat(canonical(message.formatted(",'timestamp':'2026-1-2'")))
        .contains(q("'originalTimestamp':'2026-01-02T00:00:00.000Z'"))
        .contains(q("'timestamp':'2026-01-02T00:00:00.000Z'"));
  }

  @Test
  void correctionOutOfRange_usesTheClientsTime() {
    String message =
        "{'type':'track','userId':'u','event':'e','timestamp':'9999-12-31T00:00:00Z',"
            + "'sentAt':'2000-01-01T00:00:00Z'}";
    assertThat(canonical(message)).contains(q("'timestamp':'9999-12-31T00:00:00.000Z'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'x'| INVALID_JSON",
        "[]| INVALID_JSON",
        "null| INVALID_JSON",
        "{}| TYPE_UNKNOWN",
        "{'type':'delete','userId':'u'}| TYPE_UNKNOWN",
        "{'type':'Track','userId':'u'}| TYPE_UNKNOWN",
        "{'type':null,'userId':'u'}| TYPE_UNKNOWN",
        "{'type':1,'userId':{}}| TYPE_UNKNOWN",
        "{'type':'track','userId':{},'anonymousId':'a'}| ID_NOT_STRING",
        "{'type':'track','userId':'u','anonymousId':true}| ID_NOT_STRING",
        "{'type':'track','userId':'u','previousId':[]}| ID_NOT_STRING",
        "{'type':'track','userId':'u','groupId':false}| ID_NOT_STRING",
        "{'type':'track','messageId':{}}| ID_NOT_STRING",
        "{'type':'page','userId':'u','name':{}}| NAME_NOT_STRING",
        "{'type':'page','userId':'u','name':[]}| NAME_NOT_STRING",
        "{'type':'page','userId':'u','name':false}| NAME_NOT_STRING",
        "{'type':'page','userId':'u','name':'n','category':true}| NAME_NOT_STRING",
        "{'type':'screen','userId':'u','name':{'first':'n'}}| NAME_NOT_STRING",
        "{'type':'screen','userId':'u','category':['c']}| NAME_NOT_STRING",
        "{'type':'screen','name':{}}| NAME_NOT_STRING",
        "{'type':'screen','userId':{},'name':{}}| ID_NOT_STRING",
        "{'type':'track','event':'e'}| NO_USER_ANON_ID",
        "{'type':'track','event':'e','userId':'','anonymousId':null}| NO_USER_ANON_ID",
        "{'type':'identify'}| NO_USER_ANON_ID",
        "{'type':'page'}| NO_USER_ANON_ID",
        "{'type':'screen'}| NO_USER_ANON_ID",
        "{'type':'group','groupId':'g'}| NO_USER_ANON_ID",
        "{'type':'track','userId':'u'}| EVENT_NOT_DEFINED",
        "{'type':'track','userId':'u','event':''}| EVENT_NOT_DEFINED",
        "{'type':'track','userId':'u','event':5}| EVENT_NOT_DEFINED",
        "{'type':'track','userId':'u','event':null}| EVENT_NOT_DEFINED",
        "{'type':'group','userId':'u'}| GROUP_ID_NOT_DEFINED",
        "{'type':'group','userId':'u','groupId':''}| GROUP_ID_NOT_DEFINED",
        "{'type':'alias','anonymousId':'a','previousId':'p'}| USER_ID_NOT_DEFINED",
        "{'type':'alias','userId':'u'}| PREVIOUS_ID_NOT_DEFINED",
        "{'type':'alias','userId':'u','previousId':null}| PREVIOUS_ID_NOT_DEFINED",
        "{'type':'identify','userId':'u','properties':[]}| PROPERTIES_NOT_OBJECT",
        "{'type':'identify','userId':'u','traits':'x'}| TRAITS_NOT_OBJECT",
        "{'type':'identify','userId':'u','context':1}| CONTEXT_NOT_OBJECT",
        "{'type':'identify','userId':'u','integrations':true}| INTEGRATIONS_NOT_OBJECT",
        "{'type':'identify','userId':'u','timestamp':'noon'}| TIMESTAMP_INVALID",
        "{'type':'identify','userId':'u','timestamp':1420106400000}| TIMESTAMP_INVALID",
        "{'type':'identify','userId':'u','timestamp':{}}| TIMESTAMP_INVALID",
      })
  void badMessage_isRejectedAlone(String message, ErrorCode code) {
    String good = ",{'type':'identify','userId':'u'}";
    IngestHarness.Result result = harness.batch(batchOf(message + good));
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.rejections().get(1)).isNull();
    assertThat(result.records().count()).isEqualTo(1);
  }

  @Test
  void nullAndEmpty_countAsAbsent() {
    assertThat(
            canonical(
                "{'type':'identify','userId':'','anonymousId':'a','groupId':null,'messageId':'',"
                    + "'traits':null,'properties':null,'context':null,'integrations':null,"
                    + "'timestamp':null}"))
        .isEqualTo(
            q("{'type':'identify','userId':'','anonymousId':'a','groupId':null,")
                + q("'messageId':'made-1','traits':null,'properties':null,'context':{},")
                + q("'integrations':null,'timestamp':" + NOW + ",'receivedAt':" + NOW + "}"));
  }

  @Test
  void numbersAsIds_becomeTheirCanonicalText() {
    String json =
        canonical(
            "{'type':'alias','userId':1.0,'previousId':12345678901234567890,'messageId':1e400}");
    assertThat(json)
        .startsWith(
            q("{'type':'alias','userId':'1','previousId':'12345678901234567890',")
                + q("'messageId':'1e400',"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"page", "screen"})
  void numbersAsNames_becomeTheirCanonicalText(String type) {
    IngestHarness.Result result =
        harness.batch(
            batchOf(
                "{'type':'"
                    + type
                    + "','userId':'u','name':4.0e2,'category':1234567890123456789}"));
    assertThat(result.json())
        .startsWith(
            q("{'type':'" + type + "','userId':'u','name':'400',")
                + q("'category':'1234567890123456789',"));
    assertThat(result.view(0).text(Field.NAME)).isEqualTo("400");
    assertThat(result.view(0).text(Field.CATEGORY)).isEqualTo("1234567890123456789");
  }

  @Test
  void namesOfOtherTypes_mayHaveAnyValue() {
    assertThat(canonical("{'type':'identify','userId':'u','name':{'first':'A'},'category':7}"))
        .startsWith(q("{'type':'identify','userId':'u','name':{'first':'A'},'category':7,"));
  }

  @Test
  void messageId_isBoundedInCharacters() {
    String message = "{'type':'identify','userId':'u','messageId':'%s'}";
    assertThat(canonical(message.formatted("😀".repeat(100)))).contains("😀".repeat(100));
    assertThat(canonical(message.formatted("\\ud800\\n".repeat(50)))).contains("\\ud800\\n\\ud800");
    IngestHarness.Result tooLong = harness.batch(batchOf(message.formatted("x".repeat(101))));
    assertThat(tooLong.code()).isEqualTo(ErrorCode.MESSAGE_ID_TOO_LONG);
    assertThat(tooLong.messageIds().getFirst()).isNull();
    assertThat(
            harness
                .batch(
                    batchOf("{'type':'identify','userId':'u','messageId':" + "1".repeat(101) + "}"))
                .code())
        .isEqualTo(ErrorCode.MESSAGE_ID_TOO_LONG);
  }

  @Test
  void rejection_hasTheMessageId() {
    IngestHarness.Result result =
        harness.batch(
            batchOf(
                "{'messageId':'a\\u0062\\n'},{'messageId':5},{},7,"
                    + "{'type':'identify','userId':'u'}"));
    assertThat(result.messageIds()).containsExactly("ab\n", "5", null, null, "made-1");
  }

  @Test
  void batchLevelObjects_areMergedUnderTheMessages() {
    String batch =
        "{'context':{'a':1,'b':{'x':1},'c':3},'integrations':{'All':false},'batch':[%s]}";
    String message = "{'type':'identify','userId':'u'%s}";
    assertThat(harness.batch(q(batch.formatted(message.formatted("")))).json())
        .isEqualTo(
            q("{'type':'identify','userId':'u','context':{'a':1,'b':{'x':1},'c':3},")
                + q("'integrations':{'All':false},")
                + MADE);
    assertThat(
            harness
                .batch(
                    q(
                        batch.formatted(
                            message.formatted(
                                ",'integrations':{'X':true,'All':true},'context':{'z':0,'b':2}"))))
                .json())
        .startsWith(
            q("{'type':'identify','userId':'u','integrations':{'X':true,'All':true},")
                + q("'context':{'z':0,'b':2,'a':1,'c':3},'messageId'"));
    assertThat(harness.batch(q(batch.formatted(message.formatted(",'context':null")))).json())
        .startsWith(q("{'type':'identify','userId':'u','context':{'a':1,'b':{'x':1},'c':3},"));
    assertThat(harness.batch(q(batch.formatted(message.formatted(",'context':{}")))).json())
        .startsWith(q("{'type':'identify','userId':'u','context':{'a':1,'b':{'x':1},'c':3},"));
  }

  @Test
  void batchLevelContextAfterTheMessages_isMerged() {
    String batch = "{'batch':[{'type':'identify','userId':'u','context':%s}], 'context' : %s }";
    assertThat(
            harness
                .batch(q(batch.formatted("{'7':1,'k':1}", "{'x\\/':1, 'k':5,'9':1,'1':2}")))
                .json())
        .contains(q("'context':{'1':2,'7':1,'9':1,'k':1,'x/':1},"));
    assertThat(harness.batch(q(batch.formatted("{'k':1}", "{'k':5}"))).json())
        .contains(q("'context':{'k':1},"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'context':1", "'context':[]", "'context':'x'"})
  void batchLevelContextThatIsNoObject_rejectsTheRequest(String context) {
    String batch = q("{" + context + ",'batch':[{'type':'identify','userId':'u'}]}");
    IngestHarness.Result result = harness.batch(batch);
    assertThat(result.request()).isNotNull();
    assertThat(result.code()).isEqualTo(ErrorCode.CONTEXT_NOT_OBJECT);
    assertThat(harness.batch(batch.replace("context", "integrations")).code())
        .isEqualTo(ErrorCode.INTEGRATIONS_NOT_OBJECT);
  }

  @Test
  void address_isAddedForWebAndMobileSources() {
    String message = "{'type':'identify','userId':'u'%s}";
    String ip = q("'ip':'203.0.113.7'");
    for (SourceType type : new SourceType[] {SourceType.WEB, SourceType.MOBILE}) {
      harness.sourceType(type);
      assertThat(canonical(message.formatted(""))).contains(q("'u','context':{") + ip + q("},'m"));
      assertThat(canonical(message.formatted(",'context':null"))).contains(q("'context':{") + ip);
      assertThat(canonical(message.formatted(",'context':{}"))).contains(q("'context':{") + ip);
      assertThat(canonical(message.formatted(",'context':{'direct':false}")))
          .contains(q("'context':{'direct':false,") + ip + "}");
      assertThat(canonical(message.formatted(",'context':{'ip':null}"))).doesNotContain("203");
    }
  }

  @Test
  void address_isAddedForServersOnlyIfDirect() {
    String message = "{'type':'identify','userId':'u'%s}";
    String batch = q("{'context':{'direct':true},'batch':[" + message + "]}");
    assertThat(canonical(message.formatted(""))).doesNotContain("203");
    assertThat(canonical(message.formatted(",'context':{'direct':1}"))).doesNotContain("203");
    assertThat(canonical(message.formatted(",'context':{'direct':true}"))).contains("203");
    assertThat(canonical(message.formatted(",'context':{'d\\u0069rect':true}"))).contains("203");
    assertThat(harness.batch(batch.formatted("")).json())
        .contains(q("'context':{'direct':true,'ip':'203.0.113.7'}"));
    assertThat(harness.batch(batch.formatted(q(",'context':{'direct':false}"))).json())
        .doesNotContain("203");
    assertThat(harness.batch(batch.formatted(q(",'context':{'ip':'0.0.0.0'}"))).json())
        .doesNotContain("203");
    assertThat(harness.ip(null).batch(batch.formatted("")).json()).doesNotContain("ip");
  }

  @Test
  void repeatedKeys_keepTheLastValue() {
    assertThat(canonical("{'type':'track','userId':'u','type':'identify','userId':'v'}"))
        .startsWith(q("{'type':'identify','userId':'v',"));
    assertThat(
            harness.batch(q("{'batch':[1,2],'batch':[{'type':'identify','userId':'u'}]}")).json())
        .isNotEmpty();
  }

  @Test
  void integerKeys_comeFirst() {
    assertThat(canonical("{'type':'identify','9':0,'userId':'u','1':0}"))
        .startsWith(q("{'1':0,'9':0,'type':'identify','userId':'u',"));
  }

  @Test
  void droppedRecords_leaveTheOthers() {
    IngestHarness.Result result =
        harness.batch(
            batchOf(
                "{'type':'identify','userId':'u'},{'type':'identify','userId':'dropped'},"
                    + "{'type':'identify','userId':'v'},{'type':'identify','userId':'too'}"));
    String first = result.json(0);
    String third = result.json(2);
    BitSet dropped = new BitSet();
    dropped.set(1);
    dropped.set(3);
    result.records().drop(dropped);
    assertThat(result.records().count()).isEqualTo(2);
    assertThat(result.json(0)).isEqualTo(first);
    assertThat(result.json(1)).isEqualTo(third);
    assertThat(result.records().sizeBytes()).isEqualTo(result.records().ends()[1]);
  }

  @Test
  void hashes_differBySourceMessageAndUser() {
    IngestHarness.Result result =
        harness.batch(
            batchOf(
                "{'type':'identify','userId':'u','messageId':'a'},"
                    + "{'type':'identify','userId':'\\u0075','messageId':'\\u0061'},"
                    + "{'type':'identify','anonymousId':'u','messageId':'b'},"
                    + "{'type':'identify','anonymousId':'z','userId':'u','messageId':'1'},"
                    + "{'type':'identify','userId':'u','messageId':1}"));
    RecordView first = result.view(0);
    assertThat(result.view(1).messageHashHigh()).isEqualTo(first.messageHashHigh());
    assertThat(result.view(1).messageHashLow()).isEqualTo(first.messageHashLow());
    assertThat(result.view(1).userHash()).isEqualTo(first.userHash());
    assertThat(result.view(2).messageHashHigh()).isNotEqualTo(first.messageHashHigh());
    assertThat(result.view(2).userHash()).isNotEqualTo(first.userHash());
    assertThat(result.view(3).userHash()).isEqualTo(first.userHash());
    assertThat(result.view(4).messageHashLow()).isEqualTo(result.view(3).messageHashLow());
    assertThat(harness.normalizer.messageHashLow()).isEqualTo(result.view(4).messageHashLow());
  }
}
