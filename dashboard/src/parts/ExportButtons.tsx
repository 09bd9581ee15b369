import { Button } from "@mantine/core";
import { apiUrl, type Query } from "../api/client";

interface Props {
  /** The list's path in the API. */
  list: string;
  query?: Query;
  /** The file's name without its ending. */
  file: string;
}

/** Links that download a whole list. */
export function ExportButtons({ list, query, file }: Props) {
  return ["csv", "ndjson"].map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      href={apiUrl(list, { ...query, format })}
      download={`${file}.${format}`}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
