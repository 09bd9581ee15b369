import { moment, span, utc } from "./format";
import { useNow } from "./useNow";

interface Props {
  at: string;
  /** Says how long ago it was instead. */
  ago?: boolean;
  /** Known to the minute, so that seconds would say more than anybody knows. */
  toMinute?: boolean;
}

/** A moment in the zone of the viewer, with UTC on hover. */
export function Time({ at, ago = false, toMinute = false }: Props) {
  const now = useNow();
  const then = new Date(at);
  const said = ago ? `${span(now.getTime() - then.getTime())} ago` : moment(then, now);
  const text = toMinute ? said.replace(/:\d\d$/, "") : said;
  return (
    <time dateTime={at} title={utc(then)} className="time">
      {text}
    </time>
  );
}
