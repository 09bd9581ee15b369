-- What each destination could receive. enabled_since: the end of the log when it was last enabled; empty while it is
-- disabled. missed_from: the change from which on it may have missed changes. losses: how often it lost messages.
create table destination_reach (
  destination ${id} primary key,
  enabled_since text not null,
  missed_from bigint not null,
  losses bigint not null
);

-- From which change on users who left an audience are told too; null if only its members are.
alter table introduction add column left_from bigint;
