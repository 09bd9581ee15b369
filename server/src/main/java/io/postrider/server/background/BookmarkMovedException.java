package io.postrider.server.background;

/** Somebody else has moved the bookmark meanwhile; whoever reads it anew can go on from there. */
public final class BookmarkMovedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BookmarkMovedException(int partition) {
    super(
        "the bookmark of partition " + partition + " was moved by somebody else",
        null,
        false,
        false);
  }
}
