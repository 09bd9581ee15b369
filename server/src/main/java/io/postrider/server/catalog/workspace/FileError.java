package io.postrider.server.catalog.workspace;

/**
 * Something wrong in a workspace file.
 *
 * @param line counted from 1
 * @param column counted from 1
 * @param message which field it is and what it must be; never what it is, which may be a secret
 */
public record FileError(int line, int column, String message) implements Comparable<FileError> {

  @Override
  public int compareTo(FileError other) {
    int byLine = Integer.compare(line, other.line);
    return byLine != 0 ? byLine : Integer.compare(column, other.column);
  }

  /** As compilers write it: {@code 12:7: sources.shop.type must be web, mobile or server}. */
  @Override
  public String toString() {
    return line + ":" + column + ": " + message;
  }
}
