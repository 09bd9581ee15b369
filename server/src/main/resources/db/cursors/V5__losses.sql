-- How often a destination lost messages that the log deleted before they were delivered. Saved before the cursor that
-- skips them.
create table delivery_loss (
  destination bigint primary key,
  losses bigint not null
);
