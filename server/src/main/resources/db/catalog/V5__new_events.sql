-- new_events: whether track calls whose event nobody has decided about go on to destinations: allow or block.
alter table source add column new_events text not null default 'allow';

-- The events that go on although new ones are blocked.
create table allowed_event (
  source_id bigint not null references source (id) on delete cascade,
  ordinal integer not null,
  event text not null,
  event_exact bytea,
  primary key (source_id, ordinal)
);
