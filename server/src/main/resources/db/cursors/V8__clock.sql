-- The clocks when the rows of a partition were saved: the wall clock, to which the times in them refer, and the time since
-- the machine was started. Together they tell by how much the wall clock was set before the next start. Null: unknown.

alter table delivery_position add column boot text;
alter table delivery_position add column boot_millis bigint;
alter table delivery_position add column wall_millis bigint;
