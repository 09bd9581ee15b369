import type { UrlHealth } from "../api/metrics";
import { span } from "../parts/format";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { useNow } from "../parts/useNow";

const WORDS = { closed: "healthy", open: "circuit open", probing: "being probed" };

/** Each URL with the state of its circuit breaker and the time of the next probe. */
export function UrlTable({ urls }: { urls: UrlHealth[] }) {
  const now = useNow(1_000);
  return (
    <TableFrame label="URLs">
      <thead>
        <tr>
          <th scope="col">URL</th>
          <th scope="col">Breaker</th>
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
              <StateBadge state={url.breaker}>{WORDS[url.breaker] ?? url.breaker}</StateBadge>
            </td>
            <td className="number">
              {url.nextProbeAt ? countdown(Date.parse(url.nextProbeAt) - now.getTime()) : "–"}
            </td>
            <td className="right number">{url.inFlight}</td>
            <td className="right number">{url.concurrency}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

const countdown = (left: number) => (left > 0 ? `in ${span(left)}` : "now");
