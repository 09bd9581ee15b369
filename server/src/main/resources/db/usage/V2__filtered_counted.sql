-- Filtered calls that count toward usage, by the setting at the time of counting; null for rows of earlier versions,
-- until the next start decides them. filtered_server is 0 in new rows.
alter table usage_day add column filtered_counted bigint;
