import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { listSources } from "../api/sources";
import { Loaded } from "../parts/Loading";
import type { Fields } from "../parts/useFields";
import styles from "./destinations.module.css";
import type { DestinationValues } from "./form";

/** More sources than these are searched, not looked through. */
const FEW = 8;

interface Props {
  form: Fields<DestinationValues>;
  disabled?: boolean;
}

/** Which sources a destination is connected to. */
export function SourceChoice({ form, disabled = false }: Props) {
  const [search, setSearch] = useState("");
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  return (
    <Loaded query={sources} what="The sources could not be read.">
      {(all) => {
        const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
        return all.length === 0 ? (
          <p className="muted">
            There is no source yet. <Link to="/sources/new">Create one</Link>, or connect this
            destination later.
          </p>
        ) : (
          <Checkbox.Group
            aria-label="Sources"
            value={form.values.sources}
            onChange={(chosen) => form.change("sources", { sources: chosen })}
            error={form.error("sources")}
          >
            {all.length > FEW && (
              <TextInput
                type="search"
                size="xs"
                mb="xs"
                aria-label="Search sources"
                placeholder="Search by name"
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            <div className={styles.sourceList}>
              {found.map((source) => (
                <Checkbox
                  key={source.id}
                  value={source.id}
                  disabled={disabled}
                  label={source.name}
                  description={`${source.type}, ${source.id}`}
                />
              ))}
            </div>
          </Checkbox.Group>
        );
      }}
    </Loaded>
  );
}
