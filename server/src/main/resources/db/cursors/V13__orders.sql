-- Orders of one node to another, such as to try a destination now; the other answers them within two seconds. The one that gave
-- them removes them; what it left is removed after a while.
create table node_order (
  id bigint not null,
  node text not null,
  kind text not null,
  destination bigint not null,
  detail text not null,
  ordered_millis bigint not null,
  answer text,
  primary key (node, id)
);

-- Parts of replays that the owner of their partition has yet to start, or to cancel.
create table replay_request (
  destination bigint not null,
  replay bigint not null,
  log_partition integer not null,
  from_offset bigint not null,
  to_offset bigint not null,
  only_failed boolean not null,
  cancelled boolean not null,
  primary key (destination, replay, log_partition)
);
