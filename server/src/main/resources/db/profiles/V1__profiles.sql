-- Profiles of people, kept from the log, and how far that has come. One schema for SQLite and PostgreSQL: ${id} is a
-- 64-bit key that rows are found by, ${json} is JSON, ${clustered} has a table lie in the order of its key. Times are
-- milliseconds since 1970. What traits, computed and properties hold is flat: keys and values as the classes StoredKey
-- and StoredValue code them.

-- One row. hash_key: what the hashes below are keyed with. next_profile: the next number of a profile; no number is
-- ever given twice. link_generation: one more whenever ids were linked to another profile, or to none. name_generation:
-- one more whenever names of events were removed.
create table profile_state (
  id integer primary key,
  hash_key bytea not null,
  next_profile bigint not null,
  link_generation bigint not null,
  name_generation bigint not null
);

-- position: everything before it is taken. lost: offsets that retention had taken before they were read.
-- released: whether following may go on in another log than this one.
create table profile_bookmark (
  log_partition integer primary key,
  log text not null,
  position bigint not null,
  lost bigint not null,
  released boolean not null
);

-- While profiles are built anew, a row for each partition: from where, and up to where; nothing is concluded from
-- profiles before all have come that far.
create table profile_rebuild (
  log_partition integer primary key,
  started_at bigint not null,
  until bigint not null
);

-- user_id: the canonical one, in UTF-8; null while the person is anonymous. trait_times: when each trait was last set or
-- removed. computed: values of computed traits, by id.
create table profile (
  id ${id} primary key,
  user_id bytea,
  traits ${json} not null,
  trait_times text not null,
  computed ${json} not null
);

-- What changes with every message of a person, in small rows of their own. identified: whether there is a user id.
create table activity (
  profile ${id} primary key,
  identified boolean not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  event_count integer not null,
  event_bytes bigint not null
);

-- The people with a user id who were seen last, a bounded number of them.
create table recent_profile (
  profile ${id} primary key,
  seen_at bigint not null
);

-- kind: 1 user id, 2 anonymous id. hash: 16 bytes, of kind and id. id_bytes: the id in UTF-8.
create table identity (
  hash bytea not null primary key,
  kind smallint not null,
  profile bigint not null,
  id_bytes bytea not null
) ${clustered};

create index identity_by_profile on identity (profile);

-- name: 64 bits, the hash of an event's name. seq: the offset of the record, with the partition in the highest 16 bits.
-- size_bytes: what it counts towards the bound of its person.
create table event (
  profile bigint not null,
  name bigint not null,
  at bigint not null,
  seq bigint not null,
  size_bytes integer not null,
  properties ${json} not null,
  primary key (profile, name, at, seq)
) ${clustered};

create index event_by_age on event (name, at, profile);

-- A name that PostgreSQL's text cannot hold is in text_exact, as UTF-16.
create table event_name (
  name bigint primary key,
  text_value text not null,
  text_exact bytea
);

-- The groups a person is in; at: of the latest call that says so.
create table profile_group (
  profile bigint not null,
  group_hash bytea not null,
  at bigint not null,
  primary key (profile, group_hash)
) ${clustered};

create table group_traits (
  group_hash bytea not null primary key,
  id_bytes bytea not null,
  traits ${json} not null,
  trait_times text not null
) ${clustered};
