-- What replays were ordered, in the words of who ordered them. They are kept before a replay
-- starts, so that one which goes on after a restart still tells what it is about.

create table replay_order (
  destination bigint not null,
  replay bigint not null,
  wording text not null,
  primary key (destination, replay)
);
