-- Whether requests to the destination carry the trace context of their message.
alter table destination add column tracing boolean not null default false;
