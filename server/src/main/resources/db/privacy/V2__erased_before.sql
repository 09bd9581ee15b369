-- Up to where in the log what was computed of its users counts as gone: the ends of its partitions, as
-- numbers with commas between; null before they were erased.
alter table regulation add column erased_before text;
