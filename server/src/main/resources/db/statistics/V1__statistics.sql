-- What happened at each destination in each minute and each hour. One schema for SQLite and
-- PostgreSQL. Times are milliseconds since 1970; step is the length of the stretch in seconds.

create table delivery_count (
  destination bigint not null,
  step integer not null,
  start_at bigint not null,
  attempts bigint not null,
  delivered bigint not null,
  retried bigint not null,
  failed bigint not null,
  latencies bytea not null,
  primary key (destination, step, start_at)
);

create index delivery_count_age on delivery_count (step, start_at);
