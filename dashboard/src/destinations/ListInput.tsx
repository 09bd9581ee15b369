import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface Props extends Omit<TextInputProps, "onChange" | "value"> {
  value: string;
  onChange: (text: string) => void;
}

/** Keeps the text as typed and passes on its parsed value. */
export function ListInput({ value, onChange, ...others }: Props) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      {...others}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
    />
  );
}
