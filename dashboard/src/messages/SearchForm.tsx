import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

export type By = "messageId" | "userId";

interface Props {
  by: By;
  text: string;
  busy: boolean;
  onSearch: (by: By, text: string) => void;
}

export function SearchForm({ by: first, text: before, busy, onSearch }: Props) {
  const [by, setBy] = useState(first);
  const [text, setText] = useState(before);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== "") {
      onSearch(by, text.trim());
    }
  }

  return (
    <search>
      <form className="bar" onSubmit={submit}>
        <NativeSelect
          label="Search by"
          value={by}
          onChange={(event) => setBy(event.currentTarget.value as By)}
          data={[
            { value: "messageId", label: "Message ID" },
            { value: "userId", label: "User ID" },
          ]}
        />
        <TextInput
          className="grow"
          label={by === "messageId" ? "Message ID" : "User ID"}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={text.trim() === ""}>
          Search
        </Button>
      </form>
    </search>
  );
}
