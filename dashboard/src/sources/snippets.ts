import { isMasked } from "../parts/masked";

/** Example code that sends a first event. */

/** The key, or a placeholder for readers who see only its beginning. */
const usable = (writeKey: string) => (isMasked(writeKey) ? "YOUR_WRITE_KEY" : writeKey);

export function curlSnippet(origin: string, writeKey: string): string {
  return `curl -u ${usable(writeKey)}: ${origin}/v1/track \\
  -d '{"userId":"ada","event":"Signed Up","properties":{"plan":"pro"}}'`;
}

export function javaSnippet(origin: string, writeKey: string): string {
  return `try (Postrider postrider =
    Postrider.builder("${usable(writeKey)}").endpoint("${origin}").build()) {
  postrider.track(new Track("Signed Up").userId("ada").property("plan", "pro"));
}`;
}

export function goSnippet(origin: string, writeKey: string): string {
  return `import analytics "github.com/postrider/postrider/clients/go"

client := analytics.New("${usable(writeKey)}")
client.Endpoint = "${origin}"
defer client.Close()

err := client.Track(&analytics.Track{
	UserId:     "ada",
	Event:      "Signed Up",
	Properties: map[string]interface{}{"plan": "pro"},
})`;
}

export function browserSnippet(origin: string, writeKey: string): string {
  const { host, protocol } = new URL(origin);
  const plain = protocol === "http:" ? `, protocol: "http"` : "";
  return `import { AnalyticsBrowser } from "@segment/analytics-next";

const analytics = AnalyticsBrowser.load(
  { writeKey: "${usable(writeKey)}", cdnURL: "${origin}" },
  { integrations: { "Segment.io": { apiHost: "${host}/v1"${plain} } } },
);
analytics.identify("ada", { plan: "pro" });
analytics.track("Signed Up", { plan: "pro" });`;
}

export const SNIPPETS = [
  { key: "curl", name: "curl", write: curlSnippet },
  { key: "java", name: "Java", write: javaSnippet },
  { key: "go", name: "Go", write: goSnippet },
  { key: "browser", name: "Browser", write: browserSnippet },
] as const;
