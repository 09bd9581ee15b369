import type { Problems } from "../parts/useFields";
import { nameProblem, wholeNumberProblem } from "../parts/validation";
import { type DestinationValues, LIMITS, type WebhookValues } from "./form";

/** The service's rules, so that errors show while typing. The service decides. */

const MAX_URL_LENGTH = 2_048;
const MAX_SECRET_LENGTH = 500;
export const MAX_WEBHOOKS = 5;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[!-~]([\t -~]*[!-~])?$/;
const DISGUISED_ADDRESS = /^(\d+|0x[0-9a-f]*)$/i;
/** A host with an optional port, path and query. */
const WITHOUT_SCHEME = /^(\/\/)?([^/?#:@[\]]+|\[[^\]]*\])(:\d+)?([/?#].*)?$/;
const PARTS = /^(https?):\/\/([^/?]*?)(?::(\d*))?([/?].*)?$/i;
const OURS = new Set([
  "host",
  "content-length",
  "content-type",
  "transfer-encoding",
  "connection",
  "user-agent",
  "x-signature",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "keep-alive",
  "te",
  "trailer",
  "trailers",
  "upgrade",
  "http2-settings",
  "expect",
]);

export function urlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === "") {
    return "Needs a URL";
  }
  if (url.length > MAX_URL_LENGTH) {
    return `Has over ${MAX_URL_LENGTH.toLocaleString("en")} characters`;
  }
  if (!/^[!-~]+$/.test(url)) {
    return "Must contain only ASCII characters without spaces; percent-encode others";
  }
  if (!/^https?:\/\//i.test(url)) {
    return WITHOUT_SCHEME.test(url)
      ? "Has no scheme. Add https:// in front of it."
      : "Must start with http:// or https://";
  }
  const authority = url.replace(/^https?:\/\//i, "").split(/[/?#]/)[0] ?? "";
  if (authority.includes("@")) {
    return "Must not contain a user name or password; send them in an Authorization header";
  }
  if (url.includes("#")) {
    return "Must not have a fragment (#)";
  }
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return authority === "" ? "Needs a host" : "Is not a URL";
  }
  const host = authority.replace(/:\d*$/, "");
  if (host === "" || DISGUISED_ADDRESS.test(host)) {
    return "Needs a host: a name, or an IP address";
  }
  return parsed.port === "0" ? "Must have a port from 1 to 65535" : undefined;
}

/** The form in which duplicates are equal: only scheme and host ignore case, as in the service. */
export function normalizedUrl(url: string): string {
  const [, scheme, host, port, rest = "/"] = PARTS.exec(url) ?? [];
  if (scheme === undefined || host === undefined) {
    return url;
  }
  const usual = scheme.toLowerCase() === "http" ? 80 : 443;
  const path = rest.startsWith("?") ? `/${rest}` : rest;
  const address = `${scheme}://${host}`.toLowerCase();
  return `${address}:${port ? Number(port) : usual}${path}`;
}

export function headerProblem(name: string, value: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (!HEADER_NAME.test(name.trim())) {
    return "Is not a valid header name";
  }
  if (OURS.has(lower) || lower.startsWith("proxy-")) {
    return "Cannot be set: it is reserved";
  }
  if (!HEADER_VALUE.test(value.trim())) {
    return "Needs a value of visible ASCII characters";
  }
  return undefined;
}

/** The field names of a webhook in the API. */
export const webhookField = (index: number) => `settings.webhooks[${index}]`;
export const headerField = (webhook: number, name: string) =>
  `${webhookField(webhook)}.headers.${name.trim()}`;

export function validateDestination(values: DestinationValues): Problems {
  const problems: Problems = {};
  const note = (field: string, problem: string | undefined) => {
    if (problem) {
      problems[field] = problem;
    }
  };
  note("name", nameProblem(values.name));
  noteWebhooks(values.webhooks, note);
  if ([...values.sharedSecret].length > MAX_SECRET_LENGTH) {
    note("settings.sharedSecret", `Has over ${MAX_SECRET_LENGTH} characters`);
  }
  for (const { field, highest } of LIMITS) {
    note(field, wholeNumberProblem(values[field], highest));
  }
  return problems;
}

function noteWebhooks(
  webhooks: WebhookValues[],
  note: (field: string, problem: string | undefined) => void,
) {
  const met = new Map<string, number>();
  webhooks.forEach((webhook, index) => {
    const url = webhook.url.trim();
    const normalized = normalizedUrl(url);
    const same = met.get(normalized);
    const problem =
      urlProblem(url) ?? (same === undefined ? undefined : `Duplicates URL ${same + 1}`);
    note(`${webhookField(index)}.url`, problem);
    met.set(normalized, same ?? index);
    const names = new Set<string>();
    for (const header of webhook.headers) {
      const lower = header.name.trim().toLowerCase();
      const twice = names.has(lower) ? "Is a duplicate" : undefined;
      note(headerField(index, header.name), headerProblem(header.name, header.value) ?? twice);
      names.add(lower);
    }
  });
}
