import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listDestinations } from "../api/destinations";
import { CheckList } from "../parts/CheckList";
import { Loaded } from "../parts/Loading";
import type { Fields } from "../parts/useFields";
import type { ComputationValues } from "./form";
import { syncChoices } from "./sync";

/** The sync interval and the destinations. */
export function DeliveryFields<E>({ form }: { form: Fields<ComputationValues<E>> }) {
  const destinations = useQuery({
    queryKey: ["destinations"],
    queryFn: ({ signal }) => listDestinations(signal),
  });
  return (
    <div className="stack">
      <NativeSelect
        label="Sync"
        value={form.values.sync}
        onChange={(event) => form.change("sync", { sync: event.currentTarget.value })}
        data={syncChoices(form.values.sync)}
        error={form.error("sync")}
      />
      <Loaded query={destinations} what="Cannot load the destinations.">
        {(all) =>
          all.length === 0 ? (
            <p className="muted" style={{ margin: 0 }}>
              No destinations exist. <Link to="/destinations/new">Create one</Link>, or add it
              later; it then receives a message for each member.
            </p>
          ) : (
            <CheckList
              label="Destinations"
              items={all.map(({ id, name, settings }) => ({
                id,
                name,
                note: settings.webhooks[0]?.url ?? id,
              }))}
              chosen={form.values.destinations}
              onChange={(chosen) => form.change("destinations", { destinations: chosen })}
              error={firstOf(form)}
            />
          )
        }
      </Loaded>
    </div>
  );
}

/** The error of the list, or of its first invalid item. */
function firstOf<E>({ values, error }: Fields<ComputationValues<E>>): string | undefined {
  const items = values.destinations.map((_, index) => error(`destinations[${index}]`));
  return error("destinations") ?? items.find((problem) => problem !== undefined);
}
