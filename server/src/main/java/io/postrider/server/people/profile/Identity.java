package io.postrider.server.people.profile;

import io.postrider.id.Wtf8;

/**
 * An ID of a user, an anonymous visitor or a group.
 *
 * @param id encoded by {@link Wtf8}
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its hash
public record Identity(Kind kind, IdHash hash, byte[] id) {

  /** The kind of an ID. */
  public enum Kind {
    USER(1),
    ANONYMOUS(2),
    GROUP(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** The code in the database; never reused. */
    public int code() {
      return code;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Identity that && hash.equals(that.hash);
  }

  @Override
  public int hashCode() {
    return hash.hashCode();
  }

  @Override
  public String toString() {
    return kind + " " + Wtf8.decode(id);
  }
}
