package io.postrider.server.database;

import java.util.List;

/**
 * A statement as JDBC takes it: each parameter is a {@code ?}.
 *
 * @param names of the parameters, one for each {@code ?}; empty if they have none
 */
record ParsedSql(String text, int parameters, List<String> names) {}
