package io.postrider.server.database;

import java.sql.Types;

/** A value that is missing. PostgreSQL wants to know its type if the statement does not tell. */
enum SqlNull {
  ANY(Types.OTHER),
  TEXT(Types.VARCHAR),
  INTEGER(Types.INTEGER),
  BIGINT(Types.BIGINT),
  BYTES(Types.VARBINARY);

  private final int type;

  SqlNull(int type) {
    this.type = type;
  }

  int type() {
    return type;
  }
}
