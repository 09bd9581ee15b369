import type { UrlHealth } from "../api/metrics";
import { span } from "../parts/format";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { useNow } from "../parts/useNow";

/** Each URL with its state, and the time of the next probe of a failing one. */
export function UrlTable({ urls }: { urls: UrlHealth[] }) {
  const now = useNow(1_000);
  return (
    <TableFrame label="URLs">
      <thead>
        <tr>
          <th scope="col">URL</th>
          <th scope="col">State</th>
          <th scope="col">Next probe</th>
          <th scope="col" className="right">
            In flight
          </th>
          <th scope="col" className="right">
            Concurrency limit
          </th>
        </tr>
      </thead>
      <tbody>
        {urls.map((url) => (
          <tr key={url.url}>
            <td className="break">
              <code>{url.url}</code>
            </td>
            <td>
              <StateBadge state={url.state} />
            </td>
            <td className="number">{nextProbe(url, now.getTime())}</td>
            <td className="right number">{url.inFlight}</td>
            <td className="right number">{url.concurrency}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function nextProbe({ breaker, nextProbeAt }: UrlHealth, now: number): string {
  const left = nextProbeAt === undefined ? 0 : Date.parse(nextProbeAt) - now;
  return breaker === "closed" ? "–" : left > 0 ? `in ${span(left)}` : "now";
}
