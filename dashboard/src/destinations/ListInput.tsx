import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface Props extends Omit<TextInputProps, "onChange" | "value"> {
  value: string;
  onChange: (text: string) => void;
}

/** Keeps what a person types as it is typed, while only its meaning is passed on. */
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
