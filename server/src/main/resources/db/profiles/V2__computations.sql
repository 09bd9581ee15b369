-- What is concluded from profiles: who is in which audience, what is computed of whom, and what has still to be told.
-- Ids of audiences and computed traits, both called computations here, are 64 bits and never the same.

-- Two rows. 1: one more each time it changes what computations look at. 2: the number of the last change.
create table evaluation (
  id integer primary key,
  number bigint not null
);

insert into evaluation (id, number) values (1, 0), (2, 0);

-- version: of the definition that it is computed by. destinations: those that are told of changes, eight bytes each.
-- looks_at: what has to be touched for it to change, a line each. run_after: the profile up to which a run has come;
-- null if none is under way. run_again: whether another one is wanted behind it. size: the number of rows in membership.
create table computation (
  id ${id} primary key,
  kind smallint not null,
  version bigint not null,
  paused boolean not null,
  realtime boolean not null,
  destinations bytea not null,
  looks_at text not null,
  run_after bigint,
  run_started_at bigint,
  run_again boolean not null,
  last_sync_at bigint,
  next_sync_at bigint,
  deleted boolean not null,
  size bigint not null
);

-- Who is in an audience, or has a value of a computed trait, which is JSON then. since: when that last changed, and
-- change: the number of that change.
create table membership (
  computation bigint not null,
  profile bigint not null,
  since bigint not null,
  change bigint not null,
  value text,
  primary key (computation, profile)
) ${clustered};

create index membership_by_profile on membership (profile);

-- Who entered and left an audience. change: the number that the message about it has too.
create table transition (
  profile bigint not null,
  change bigint not null,
  audience bigint not null,
  at bigint not null,
  entered boolean not null,
  primary key (profile, change)
) ${clustered};

-- Profiles that were touched and not looked at since; touched: by what, a line each, or * for anything.
create table pending (
  profile ${id} primary key,
  touched text not null
);

-- How far events of a name have run out of a window: everything up to that moment, and at that moment up to that
-- profile.
create table sweep (
  name bigint not null,
  within_ms bigint not null,
  at bigint not null,
  profile bigint not null,
  primary key (name, within_ms)
) ${clustered};

-- Destinations that were added later, and up to which profile they were told who is in. up_to_change: the last change
-- that they were not told of otherwise.
create table introduction (
  computation bigint not null,
  destination bigint not null,
  after_profile bigint not null,
  up_to_change bigint not null,
  primary key (computation, destination)
) ${clustered};

-- Changes that have not reached the log yet. value: JSON. destinations: as in computation.
create table outbox (
  change ${id} primary key,
  computation bigint not null,
  profile bigint not null,
  user_id bytea not null,
  value text not null,
  destinations bytea not null,
  at bigint not null
);

-- How many there were at the end of each hour; at: its start.
create table computation_size (
  computation bigint not null,
  at bigint not null,
  size bigint not null,
  primary key (computation, at)
) ${clustered};
