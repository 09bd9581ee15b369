-- The filters of a destination as the admin API writes them: a JSON list; null for none.
alter table destination add column filters text;
