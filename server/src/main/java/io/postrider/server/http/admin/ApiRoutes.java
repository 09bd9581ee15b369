package io.postrider.server.http.admin;

import java.util.List;

/** A part of the admin API: some paths and what answers them. */
public interface ApiRoutes {

  /** Its paths, below {@code /api}. */
  List<Resource> resources();
}
