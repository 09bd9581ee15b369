package io.postrider.server.background;

/** Another process moved the bookmark; the follower must read it again. */
public final class BookmarkMovedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BookmarkMovedException(int partition) {
    super("another process moved the bookmark of partition " + partition, null, false, false);
  }
}
