package io.postrider.server.catalog;

import io.postrider.route.Workspace;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What is asked of the workspace.
 *
 * @param fields the settings it speaks of, by the names of their fields
 * @param edit makes the workspace as it is asked to be of what it is
 */
public record WorkspaceChange(Set<String> fields, UnaryOperator<Workspace> edit) {

  public WorkspaceChange {
    fields = Set.copyOf(fields);
  }
}
