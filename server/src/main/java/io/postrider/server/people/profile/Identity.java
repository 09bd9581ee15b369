package io.postrider.server.people.profile;

import io.postrider.id.Wtf8;

/**
 * An id that somebody or something goes by.
 *
 * @param id as {@link Wtf8} has it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its hash
public record Identity(Kind kind, IdHash hash, byte[] id) {

  /** What an id is of. */
  public enum Kind {
    USER(1),
    ANONYMOUS(2),
    GROUP(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /** The number that stands for it in the database; never changes its meaning. */
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
