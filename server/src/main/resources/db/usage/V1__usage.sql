-- What was counted from the log, and how far counting has come. One schema for SQLite and PostgreSQL. Ids are 64
-- bits; times are milliseconds since 1970; a day is the number of days since then, in UTC.

-- position: everything before it is counted. lost: offsets that retention had taken before they were read.
-- released: whether counting may go on in another log than this one.
create table usage_bookmark (
  log_partition integer primary key,
  log text not null,
  position bigint not null,
  lost bigint not null,
  released boolean not null
);

-- filtered_server: those of the filtered calls that came while the source was one of a server.
create table usage_day (
  day integer not null,
  source bigint not null,
  type integer not null,
  calls bigint not null,
  filtered bigint not null,
  filtered_server bigint not null,
  primary key (day, source, type)
);

create index usage_day_by_source on usage_day (source, day, type);

-- event_hash is of the exact name, which may be longer than an index takes; the empty one is for all events beyond
-- those that are told apart. A name that PostgreSQL's text cannot hold is in event_exact, as UTF-16.
create table seen_event (
  source bigint not null,
  event_hash bytea not null,
  event text not null,
  event_exact bytea,
  calls bigint not null,
  filtered bigint not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  primary key (source, event_hash)
);

create index seen_event_age on seen_event (last_seen_at);
