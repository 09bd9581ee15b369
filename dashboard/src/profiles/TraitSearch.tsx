import { TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { searchProfiles } from "../api/profiles";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { useParam } from "../parts/useParam";
import { PeopleTable } from "./PeopleTable";

/** Finds people by the start of a trait's value, while typing. */
export function TraitSearch() {
  const [trait, setTrait] = useParam("trait", "email");
  const [value, setValue] = useParam("value");
  return (
    <>
      <search className="bar">
        <TextInput
          label="Trait"
          description="With dots for nested ones: address.city."
          value={trait}
          onChange={(event) => setTrait(event.currentTarget.value)}
        />
        <TextInput
          className="grow"
          label="Value starts with"
          description="In any case."
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </search>
      {trait !== "" && value !== "" && <Found trait={trait} value={value} />}
    </>
  );
}

function Found({ trait, value }: { trait: string; value: string }) {
  const [cursor] = useParam("cursor");
  const found = useQuery({
    queryKey: ["profile-search", trait, value, cursor],
    queryFn: ({ signal }) => searchProfiles(trait, value, cursor || undefined, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={found} what="Cannot search the profiles.">
      {({ data, next, complete }) => (
        <>
          {data.length === 0 ? (
            <EmptyState title="No match">
              <p>
                {complete
                  ? `No person has a trait ${trait} that starts with this.`
                  : "Profiles are still being indexed. Try again later."}
              </p>
            </EmptyState>
          ) : (
            <PeopleTable title="Found" people={data} />
          )}
          <CursorPager next={next} what="people" />
        </>
      )}
    </Loaded>
  );
}
