-- Which users were seen in which sources, and how far the log was read for that. One schema for SQLite and PostgreSQL.
-- Ids are 64 bits; times are milliseconds since 1970. On SQLite the rows of seen_user lie in their
-- index alone.

-- position: everything before it was read. lost: offsets that retention had taken before they were read.
-- released: whether reading may go on in another log than this one.
create table seen_bookmark (
  log_partition integer primary key,
  log text not null,
  position bigint not null,
  lost bigint not null,
  released boolean not null
);

-- pairs: how many rows seen_user has. gap_until: until when some may be missing; null if none are.
create table seen (
  id integer primary key check (id = 1),
  pairs bigint not null,
  gap_until bigint
);

insert into seen (id, pairs, gap_until) values (1, 0, null);

-- user_hash: of the user's id, keyed, whatever the source; never the id itself.
create table seen_user (
  user_hash bigint not null,
  source bigint not null,
  primary key (user_hash, source)
)${compact};
