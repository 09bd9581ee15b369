package io.postrider.ledger;

/** The first byte of an encoded entry, and the version of blocks. */
final class EntryFlags {

  /** The version of the encoding; a decoder refuses any other. */
  static final int VERSION = 1;

  static final int ATTEMPT = 1;
  static final int END = 1 << 1;
  static final int REPLAY = 1 << 2;
  static final int FAILURE = 1 << 3;
  static final int ANSWER = 1 << 4;
  static final int USER = 1 << 5;
  static final int DETAIL = 1 << 6;

  /** Flags of a failure, beside the code of its reason. */
  static final int REFUSED = 1 << 6;

  static final int HELD = 1 << 7;
  static final int REASON_MASK = REFUSED - 1;

  private EntryFlags() {}
}
