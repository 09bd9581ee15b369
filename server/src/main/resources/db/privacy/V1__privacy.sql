-- Deletion requests and suppressed users. One schema for SQLite and PostgreSQL. Times are milliseconds
-- since 1970, ids are 64 bits. A user_id is the id's text in UTF-8, of any characters: half of a
-- surrogate pair takes three bytes of its own.

-- version grows with every change of suppressions; lifted_version is that of the last one lifted.
create table privacy (
  id integer primary key check (id = 1),
  version bigint not null,
  lifted_version bigint not null,
  suppressions bigint not null
);

insert into privacy (id, version, lifted_version, suppressions) values (1, 0, 0, 0);

-- hidden_before: up to where in the log records of its users count as gone: the ends of its partitions,
-- as numbers with commas between; null if they do not.
-- changed: how many suppressions it added or lifted. sent: whether all of its deletes are in the log.
-- to_all: whether each affected source is told of every user, seen there or not.
-- author: who made it; the name as UTF-8 of any characters. audited: whether the audit trail tells of it.
create table regulation (
  id bigint primary key,
  number bigint not null unique,
  type text not null,
  status text not null,
  subjects integer not null,
  changed integer not null,
  erased boolean not null,
  sent boolean not null,
  created_at bigint not null,
  ended_at bigint,
  hidden_before text,
  to_all boolean not null,
  author_id text not null,
  author_name bytea not null,
  audited boolean not null
);

create index regulation_open on regulation (status, number);
create index regulation_audited on regulation (audited, number);

-- The sources that the request names; none means all.
create table regulation_source (
  regulation_id bigint not null references regulation (id) on delete cascade,
  ordinal integer not null,
  source_id bigint not null,
  primary key (regulation_id, ordinal)
);

create table regulation_subject (
  regulation_id bigint not null references regulation (id) on delete cascade,
  ordinal integer not null,
  user_id bytea not null,
  primary key (regulation_id, ordinal)
);

-- source: an id as the admin API writes it, or nothing for all sources.
create table suppression (
  user_id bytea not null,
  source text not null,
  version bigint not null,
  regulation_id bigint not null,
  created_at bigint not null,
  primary key (user_id, source)
);

create index suppression_version on suppression (version);

-- Which node carries deletions out, until when unless it says so again; nobody before the first.
create table deletion_lease (
  id integer primary key check (id = 1),
  holder bigint not null,
  held_until bigint not null
);

insert into deletion_lease (id, holder, held_until) values (1, 0, 0);

-- The sources that a deletion affects, and how far each has come.
create table deletion_source (
  regulation_id bigint not null references regulation (id) on delete cascade,
  ordinal integer not null,
  source_id bigint not null,
  next_subject integer not null,
  primary key (regulation_id, ordinal)
);

-- Deletes that went into the log together: count of them, at places that follow each other.
create table deletion_chunk (
  regulation_id bigint not null references regulation (id) on delete cascade,
  source_ordinal integer not null,
  first_subject integer not null,
  log_partition integer not null,
  first_offset bigint not null,
  size integer not null,
  is_over boolean not null,
  primary key (regulation_id, source_ordinal, first_subject)
);

-- What became of a chunk at one destination.
create table deletion_fate (
  regulation_id bigint not null references regulation (id) on delete cascade,
  source_ordinal integer not null,
  first_subject integer not null,
  destination_id bigint not null,
  waiting bigint not null,
  delivered bigint not null,
  failed bigint not null,
  cancelled bigint not null,
  expired bigint not null,
  reason text,
  primary key (regulation_id, source_ordinal, first_subject, destination_id)
);
