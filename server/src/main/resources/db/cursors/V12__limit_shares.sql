-- What each node may use of the limits of a destination, leased for seconds. Rates are in thousandths.

create table limit_share (
  destination bigint not null,
  kind text not null,
  node text not null,
  held bigint not null,
  wanted bigint not null,
  until_millis bigint not null,
  primary key (destination, kind, node)
);
