-- What nodes tell each other about deliveries, in a log that several nodes deliver. Rows of a node that is gone stay until
-- others replace them.

-- Who delivers each partition, under which epoch, and when it last said so, by its own clock.
create table partition_owner (
  log_partition integer primary key,
  node text not null,
  epoch bigint not null,
  seen_millis bigint not null
);

-- What each node sees of each destination: health, URLs, what waits. JSON.
create table node_status (
  node text not null,
  destination bigint not null,
  status text not null,
  primary key (node, destination)
);
