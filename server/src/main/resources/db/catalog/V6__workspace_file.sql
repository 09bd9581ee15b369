-- What the workspace file declares, by the names it has there; kind is source or destination.
-- has_key says whether the file also states a source's write key.
create table declaration (
  kind text not null,
  id bigint not null,
  name text not null,
  has_key boolean not null,
  primary key (kind, id),
  unique (kind, name)
);
