-- What each version of the catalog changed, so that nodes read only that. part is source, destination, computation, tokens, workspace
-- or all; id is 0 where a part is one. Every version that is kept has a row. mark is a random number of each change: after the database
-- went back to an earlier state, a version may come again with another mark.
alter table catalog add column mark bigint not null default 0;

create table catalog_change (
  version bigint not null,
  part text not null,
  id bigint not null,
  mark bigint not null,
  primary key (version, part, id)
);
