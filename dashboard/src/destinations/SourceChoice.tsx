import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listSources } from "../api/sources";
import { CheckList } from "../parts/CheckList";
import { Loaded } from "../parts/Loading";
import type { Fields } from "../parts/useFields";
import type { DestinationValues } from "./form";

interface Props {
  form: Fields<DestinationValues>;
  disabled?: boolean;
}

/** The connected sources of a destination. */
export function SourceChoice({ form, disabled = false }: Props) {
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  return (
    <Loaded query={sources} what="Cannot load the sources.">
      {(all) =>
        all.length === 0 ? (
          <p className="muted">
            No sources exist. <Link to="/sources/new">Create one</Link>, or connect this destination
            later.
          </p>
        ) : (
          <>
            <CheckList
              label="Sources"
              items={all.map(({ id, name, type }) => ({ id, name, note: `${type}, ${id}` }))}
              chosen={form.values.sources}
              disabled={disabled}
              onChange={(chosen) => form.change("sources", { sources: chosen })}
              error={form.error("sources")}
            />
            <p role="status" className="warning">
              {form.values.sources.length === 0 &&
                "No source is connected. This destination gets no messages but those of audiences and computed traits."}
            </p>
          </>
        )
      }
    </Loaded>
  );
}
