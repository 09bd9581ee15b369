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

/** Loads the browser library, and keeps calls until it is there. */
export function htmlSnippet(origin: string, writeKey: string): string {
  return `<script>
  (function (host, key) {
    var analytics = (window.analytics = window.analytics || []);
    if (analytics.initialize || analytics.invoked) return;
    analytics.invoked = true;
    analytics._writeKey = key;
    ["identify", "track", "page", "group", "alias", "reset", "ready", "on", "once", "off",
      "setAnonymousId", "debug"].forEach(function (name) {
      analytics[name] = function () {
        analytics.push([name].concat([].slice.call(arguments)));
        return analytics;
      };
    });
    var script = document.createElement("script");
    script.async = true;
    script.src = host + "/analytics.js/v1/" + key + "/analytics.min.js";
    document.head.appendChild(script);
    analytics.page();
  })("${origin}", "${usable(writeKey)}");
</script>`;
}

export function npmSnippet(origin: string, writeKey: string): string {
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

export function nodeSnippet(origin: string, writeKey: string): string {
  return `import { Analytics } from "@segment/analytics-node";

const analytics = new Analytics({ writeKey: "${usable(writeKey)}", host: "${origin}" });
analytics.track({ userId: "ada", event: "Signed Up", properties: { plan: "pro" } });
await analytics.closeAndFlush();`;
}

export function pythonSnippet(origin: string, writeKey: string): string {
  return `import segment.analytics as analytics

analytics.write_key = "${usable(writeKey)}"
analytics.host = "${origin}"
analytics.track("ada", "Signed Up", {"plan": "pro"})
analytics.flush()`;
}

export const SNIPPETS = [
  { key: "curl", name: "curl", write: curlSnippet },
  { key: "html", name: "Web page", write: htmlSnippet },
  { key: "npm", name: "Browser (npm)", write: npmSnippet },
  { key: "node", name: "Node", write: nodeSnippet },
  { key: "java", name: "Java", write: javaSnippet },
  { key: "go", name: "Go", write: goSnippet },
  { key: "python", name: "Python", write: pythonSnippet },
] as const;

/** The snippet that is shown first for a type of source. */
export const firstSnippet = (type: string) => (type === "web" ? "html" : "curl");
