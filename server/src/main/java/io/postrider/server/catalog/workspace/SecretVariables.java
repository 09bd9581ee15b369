package io.postrider.server.catalog.workspace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Environment variables that stand for the shared secrets of a file. Belongs to one thread. */
final class SecretVariables {

  private final List<String> names = new ArrayList<>();

  /** A reference to a new variable for the secret of a resource. */
  String reference(String resource) {
    String letters = resource.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    String base = (Character.isDigit(letters.charAt(0)) ? "_" : "") + letters + "_SHARED_SECRET";
    String variable = base;
    for (int i = 2; names.contains(variable); i++) {
      variable = base + "_" + i;
    }
    names.add(variable);
    return "${env:" + variable + "}";
  }

  List<String> names() {
    return Collections.unmodifiableList(names);
  }

  /** Lines for the top of the file; empty without variables. */
  String comment() {
    StringBuilder lines = new StringBuilder();
    if (!names.isEmpty()) {
      lines.append("# Shared secrets are not exported; set these variables to their values:\n");
      names.forEach(name -> lines.append("#   ").append(name).append('\n'));
    }
    return lines.toString();
  }
}
