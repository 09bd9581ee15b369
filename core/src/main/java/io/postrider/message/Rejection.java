package io.postrider.message;

/** The rejection of a request or of one of its messages. */
public record Rejection(ErrorCode code, String message) implements BodyResult {

  public static final Rejection BODY_TOO_LARGE =
      new Rejection(
          ErrorCode.BATCH_TOO_LARGE,
          "The request body is over " + MessageLimits.BODY_BYTES + " bytes; send smaller batches.");
  static final Rejection TOO_MANY_MESSAGES =
      new Rejection(
          ErrorCode.BATCH_TOO_LARGE,
          "The batch has more than "
              + MessageLimits.BATCH_MESSAGES
              + " messages; send smaller batches.");
  static final Rejection SETTLED_BATCH_TOO_LARGE =
      new Rejection(
          ErrorCode.BATCH_TOO_LARGE,
          "With the batch's context and integrations merged into each message, the batch is over "
              + MessageLimits.CANONICAL_BATCH_BYTES
              + " bytes; send smaller batches or less context.");
  static final Rejection MESSAGE_TOO_LARGE =
      new Rejection(
          ErrorCode.MESSAGE_TOO_LARGE,
          "The message is over "
              + MessageLimits.MESSAGE_BYTES
              + " bytes; send fewer or shorter fields.");
  static final Rejection CANONICAL_MESSAGE_TOO_LARGE =
      new Rejection(
          ErrorCode.MESSAGE_TOO_LARGE,
          "In canonical form, with numbers written out, the message is over "
              + MessageLimits.CANONICAL_MESSAGE_BYTES
              + " bytes; send fewer or shorter fields.");
  static final Rejection MERGED_MESSAGE_TOO_LARGE =
      new Rejection(
          ErrorCode.MESSAGE_TOO_LARGE,
          "With the batch's context and integrations merged in, the message is over "
              + MessageLimits.CANONICAL_MESSAGE_BYTES
              + " bytes; send fewer or shorter fields.");
  static final Rejection EMPTY_BATCH =
      new Rejection(
          ErrorCode.EMPTY_BATCH, "The batch has no messages; put at least one into \"batch\".");
  static final Rejection BATCH_NOT_ARRAY =
      new Rejection(ErrorCode.INVALID_JSON, "\"batch\" is not an array; send a list of messages.");
  static final Rejection ITEM_NOT_OBJECT =
      new Rejection(ErrorCode.INVALID_JSON, "The message is not an object; send {\"type\":…}.");
  static final Rejection TYPE_UNKNOWN =
      new Rejection(
          ErrorCode.TYPE_UNKNOWN,
          "\"type\" is not identify, track, page, screen, group or alias; give each message of a"
              + " batch one of these.");
  static final Rejection NO_USER_ANON_ID =
      new Rejection(
          ErrorCode.NO_USER_ANON_ID,
          "The message has neither a userId nor an anonymousId; send at least one of them.");
  static final Rejection EVENT_NOT_DEFINED =
      new Rejection(
          ErrorCode.EVENT_NOT_DEFINED,
          "The track call has no event; send its name as a string that is not empty.");
  static final Rejection GROUP_ID_NOT_DEFINED =
      new Rejection(
          ErrorCode.GROUP_ID_NOT_DEFINED, "The group call has no groupId; send the group's id.");
  static final Rejection USER_ID_NOT_DEFINED =
      new Rejection(
          ErrorCode.USER_ID_NOT_DEFINED, "The alias call has no userId; send the user's new id.");
  static final Rejection PREVIOUS_ID_NOT_DEFINED =
      new Rejection(
          ErrorCode.PREVIOUS_ID_NOT_DEFINED,
          "The alias call has no previousId; send the user's former id.");
  static final Rejection TIMESTAMP_INVALID =
      new Rejection(
          ErrorCode.TIMESTAMP_INVALID,
          "\"timestamp\" is not an ISO 8601 date of the years 0000 to 9999; send it as"
              + " 2026-01-31T12:00:00.000Z.");
  static final Rejection MESSAGE_ID_TOO_LONG =
      new Rejection(
          ErrorCode.MESSAGE_ID_TOO_LONG,
          "\"messageId\" is over "
              + MessageLimits.MESSAGE_ID_CHARACTERS
              + " characters; send a shorter one, or omit it to have one generated.");

  private static final Rejection[] IDS_NOT_STRING = new Rejection[Field.values().length];
  private static final Rejection[] NAMES_NOT_STRING = new Rejection[Field.values().length];
  private static final Rejection[] NOT_OBJECT = new Rejection[Field.values().length];

  static {
    for (Field field : Field.values()) {
      IDS_NOT_STRING[field.index()] =
          new Rejection(
              ErrorCode.ID_NOT_STRING,
              "\"" + field.wireName() + "\" is not a string; send the ID as a string.");
    }
    name(Field.NAME);
    name(Field.CATEGORY);
    object(Field.PROPERTIES, ErrorCode.PROPERTIES_NOT_OBJECT);
    object(Field.TRAITS, ErrorCode.TRAITS_NOT_OBJECT);
    object(Field.CONTEXT, ErrorCode.CONTEXT_NOT_OBJECT);
    object(Field.INTEGRATIONS, ErrorCode.INTEGRATIONS_NOT_OBJECT);
  }

  private static void name(Field field) {
    String message = "\"" + field.wireName() + "\" is not a string; send a string or leave it out.";
    NAMES_NOT_STRING[field.index()] = new Rejection(ErrorCode.NAME_NOT_STRING, message);
  }

  private static void object(Field field, ErrorCode code) {
    String message = "\"" + field.wireName() + "\" is not an object; send {…} or leave it out.";
    NOT_OBJECT[field.index()] = new Rejection(code, message);
  }

  static Rejection idNotString(Field field) {
    return IDS_NOT_STRING[field.index()];
  }

  static Rejection nameNotString(Field field) {
    return NAMES_NOT_STRING[field.index()];
  }

  static Rejection notObject(Field field) {
    return NOT_OBJECT[field.index()];
  }

  static Rejection invalidJson(String what, int atByte) {
    return new Rejection(
        ErrorCode.INVALID_JSON, "The body is not valid JSON: " + what + " at byte " + atByte + ".");
  }
}
