-- How replays ended in each partition, written together with the cursor that no longer has them.

create table replay_end (
  destination bigint not null,
  replay bigint not null,
  log_partition integer not null,
  ended_millis bigint not null,
  only_failed boolean not null,
  cancelled boolean not null,
  from_offset bigint not null,
  to_offset bigint not null,
  position bigint not null,
  taken bigint not null,
  delivered bigint not null,
  failed bigint not null,
  open_then integer not null,
  primary key (destination, replay, log_partition)
);
