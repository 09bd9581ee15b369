package io.postrider.server.http.admin;

import java.util.List;

/** A group of the admin API's resources. */
public interface ApiRoutes {

  /** Its paths, below {@code /api}. */
  List<Resource> resources();
}
