-- The health of each destination as a node sees it: breakers, the last error, since when it fails. Written together with
-- the cursors of the node's first partition, and like them only under that partition's epoch.

create table delivery_health (
  destination bigint not null,
  log_partition integer not null,
  state bytea not null,
  primary key (destination, log_partition)
);
