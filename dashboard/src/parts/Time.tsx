import { moment, span, utc } from "./format";
import { useNow } from "./useNow";

interface Props {
  at: string;
  /** Shows how long ago it was instead. */
  ago?: boolean;
}

/** A time in the viewer's zone, with UTC on hover. */
export function Time({ at, ago = false }: Props) {
  const now = useNow();
  const then = new Date(at);
  const text = ago ? `${span(now.getTime() - then.getTime())} ago` : moment(then, now);
  return (
    <time dateTime={at} title={utc(then)} className="time">
      {text}
    </time>
  );
}
