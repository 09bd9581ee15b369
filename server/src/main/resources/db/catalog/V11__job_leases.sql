-- Which of several nodes runs a job, and until when by the clock of the database.

create table job_lease (
  job text primary key,
  node text not null,
  until_millis bigint not null
);
