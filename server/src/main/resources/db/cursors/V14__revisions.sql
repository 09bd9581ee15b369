-- The number of the last save under an epoch; the first one is random. A node that finds another number than that of its own last save
-- knows that the database went back, because it was restored or a standby took over that lacked the end.
alter table delivery_position add column revision bigint not null default 0;
