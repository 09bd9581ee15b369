import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listSources } from "../api/sources";
import { Loaded } from "../parts/Loading";
import type { Fields } from "../parts/useFields";
import type { RequestValues } from "./ids";

/** The sources of the request; none for all. */
export function SourcesField({ form }: { form: Fields<RequestValues> }) {
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  const chosen = form.values.sources.length;
  return (
    <details>
      <summary>
        {chosen === 0 ? "All sources" : chosen === 1 ? "1 source only" : `${chosen} sources only`}
      </summary>
      <Loaded query={sources} what="Cannot load the sources.">
        {(all) => (
          <Checkbox.Group
            mt="xs"
            label="Limit to these sources"
            description="Select none for all sources."
            value={form.values.sources}
            onChange={(next) => form.change("sources", { sources: next })}
            error={form.error("sources")}
          >
            <div
              className="stack"
              style={{ gap: "0.5rem", marginTop: "0.5rem", maxHeight: "16rem", overflowY: "auto" }}
            >
              {all.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </Loaded>
    </details>
  );
}
