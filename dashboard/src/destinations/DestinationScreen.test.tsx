import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FailedDelivery } from "../api/deliveries";
import type { Destination } from "../api/destinations";
import { FakeService, page, problem } from "../fake/FakeService";
import { aDestination, aReplay } from "../fake/fixtures";
import { address, show } from "../fake/show";

const at = "/destinations/dst_7b2qd3k9w0m5x";

function service(change: Parameters<typeof aDestination>[0] = {}): FakeService {
  const fake = new FakeService();
  fake.destinations = [aDestination(change)];
  return fake.on("PATCH", "/destinations/{id}", (request) => {
    const before = aDestination(fake.destinations[0]);
    const { settings, ...others } = request.body as Partial<Destination>;
    const merged = { ...before, ...others, settings: { ...before.settings, ...settings } };
    fake.destinations = [merged];
    return merged;
  });
}

test("health shows the backlog, and when a failing URL is probed next", async () => {
  const soon = new Date(Date.now() + 95_500).toISOString();
  const fake = service({ state: "failing" }).on("GET", "/destinations/{id}/metrics", () => ({
    data: [{ at: "2026-11-15T08:00:00.000Z", delivered: 5, retried: 2, failed: 1, attempts: 8 }],
    pending: { messages: 1_234, oldestAt: new Date(Date.now() - 61_000).toISOString() },
    urls: [
      {
        url: "https://hooks.example.com/postrider",
        state: "failing" as const,
        breaker: "open" as const,
        nextProbeAt: soon,
        concurrency: 1,
        inFlight: 0,
      },
    ],
  }));
  show(fake, at);
  expect(await screen.findByText("1,234")).toBeTruthy();
  expect(screen.getByText("1 min 1 s")).toBeTruthy();
  const urls = screen.getByRole("table", { name: "URLs" });
  expect(within(urls).getByText("failing")).toBeTruthy();
  expect(screen.getByText(/^in 1 min \d+ s$/)).toBeTruthy();
});

test("charts begin where the destination began", async () => {
  const step = { delivered: 0, retried: 0, failed: 0, attempts: 0 };
  const fake = service({ createdAt: "2026-11-15T09:30:00.000Z" }).on(
    "GET",
    "/destinations/{id}/metrics",
    () => ({
      since: "2026-11-01T08:00:00.000Z",
      data: ["08", "09", "10"].map((hour) => ({ ...step, at: `2026-11-15T${hour}:00:00.000Z` })),
      pending: { messages: 0 },
      urls: [],
    }),
  );
  show(fake, `${at}?range=7d`);
  const chart = await screen.findByRole("figure", { name: "Deliveries" });
  expect(chart.getAttribute("data-from")).toBe("2026-11-15T09:00:00.000Z");
  expect(screen.getByText(/^Recorded since/).textContent).toContain("1 Nov");
});

test("a failing destination is tried now on request", async () => {
  const fake = service({ state: "failing" }).on("POST", "/destinations/{id}/try-now", () => ({
    pending: { messages: 1_234 },
    urls: [],
  }));
  const user = show(fake, `${at}/test`);
  await user.click(await screen.findByRole("button", { name: "Try now" }));
  expect(await screen.findByText("Trying now; 1,234 waiting.")).toBeTruthy();
});

test("a healthy destination has nothing to try", async () => {
  show(service(), `${at}/test`);
  expect(await screen.findByRole("button", { name: "Pause" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try now" })).toBeNull();
});

test("pauses and resumes", async () => {
  const fake = service();
  const user = show(fake, `${at}/test`);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  await user.click(await screen.findByRole("button", { name: "Resume" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeTruthy();
  expect(fake.changes(at).map(({ body }) => body)).toEqual([{ paused: true }, { paused: false }]);
});

test("disables only after a warning", async () => {
  const fake = service();
  const user = show(fake, `${at}/test`);
  await user.click(await screen.findByRole("button", { name: "Disable" }));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("Waiting messages are cancelled");
  expect(fake.changes(at)).toHaveLength(0);
  await user.click(within(dialog).getByRole("button", { name: "Disable" }));
  expect(await screen.findByRole("button", { name: "Enable" })).toBeTruthy();
});

test("the settings show the words for integrations", async () => {
  const fake = service({ name: 'Say "hi"' });
  show(fake, `${at}/settings`);
  const byName = await screen.findByLabelText("Integrations by name");
  expect((byName as HTMLInputElement).value).toBe('{"All":false,"Say \\"hi\\"":true}');
  const byId = screen.getByLabelText("Integrations by ID") as HTMLInputElement;
  expect(byId.value).toBe('{"All":false,"dst_7b2qd3k9w0m5x":true}');
});

test("a test shows the response of each URL", async () => {
  const fake = service().on("POST", "/destinations/{id}/test", () => ({
    request: { type: "track" },
    outcomes: [
      { url: "https://a.example", delivered: true, status: 204, latencyMillis: 12 },
      {
        url: "https://b.example",
        delivered: false,
        reason: "self_signed_certificate" as const,
        message: "The certificate is self-signed.",
        latencyMillis: 5,
      },
    ],
  }));
  const user = show(fake, `${at}/test`);
  await user.click(await screen.findByRole("button", { name: "Send test" }));
  const first = await screen.findByRole("region", { name: "Response of https://a.example" });
  expect(first.textContent).toContain("HTTP 204");
  const second = screen.getByRole("region", { name: "Response of https://b.example" });
  expect(second.textContent).toContain("The certificate is self-signed.");
});

const failed = ["m1", "m2", "m3"].map(
  (messageId, offset): FailedDelivery => ({
    partition: 0,
    offset,
    messageId,
    type: "track",
    failedAt: "2026-11-15T08:00:00.000Z",
    reason: "http_status",
    status: 410,
    message: "The receiver answered 410.",
    replayable: messageId !== "m3",
  }),
);

const replay = (messageId: string) => aReplay({ id: `r-${messageId}`, messageId });

test("replays the selected failed deliveries one by one", async () => {
  let busy = true;
  const fake = service()
    .on("GET", "/destinations/{id}/deliveries", () => page(failed))
    .on("GET", "/destinations/{id}/replays", () => page([]))
    .on("POST", "/destinations/{id}/replays", (request) => {
      if (busy) {
        busy = false;
        return problem(409, "One replay at a time.");
      }
      return replay((request.body as { messageId: string }).messageId);
    });
  const user = show(fake, `${at}/failed`);
  const third = await screen.findByLabelText("Select m3");
  expect((third as HTMLInputElement).disabled).toBe(true);
  await user.click(screen.getByLabelText("Select all on this page"));
  expect(screen.getByText("2 selected")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Replay selected" }));
  expect(await screen.findByText("2 of 2 sent again: 2 delivered, 0 failed")).toBeTruthy();
  expect(fake.changes(`${at}/replays`).map(({ body }) => body)).toEqual([
    { messageId: "m1" },
    { messageId: "m1" },
    { messageId: "m2" },
  ]);
});

test("failed deliveries are searched and exported", async () => {
  const fake = service()
    .on("GET", "/destinations/{id}/deliveries", (request) =>
      page(failed.filter(({ messageId }) => messageId === (request.query.get("search") ?? "m1"))),
    )
    .on("GET", "/destinations/{id}/replays", () => page([]));
  const user = show(fake, `${at}/failed`);
  await screen.findByLabelText("Select m1");
  await user.type(screen.getByLabelText("Search failed deliveries"), "m2");
  expect(await screen.findByLabelText("Select m2")).toBeTruthy();
  expect(screen.getByRole("link", { name: "NDJSON" }).getAttribute("href")).toBe(
    `/api${at}/deliveries?status=failed&search=m2&format=ndjson`,
  );
});

test("failed deliveries and their export are of the typed time, and say since when", async () => {
  const fake = service()
    .on("GET", "/destinations/{id}/deliveries", () => ({
      ...page([]),
      since: "2026-11-10T08:00:00.000Z",
    }))
    .on("GET", "/destinations/{id}/replays", () => page([]));
  show(fake, `${at}/failed?cursor=c1`);
  fireEvent.change(await screen.findByLabelText("From"), {
    target: { value: "2026-11-15T08:00:05" },
  });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-15T09:00:00" } });
  const from = new Date("2026-11-15T08:00:05").toISOString();
  const to = new Date("2026-11-15T09:00:00").toISOString();
  await waitFor(() => {
    const asked = fake.requests.filter(({ path }) => path.endsWith("/deliveries")).at(-1)?.query;
    expect([asked?.get("from"), asked?.get("to"), asked?.get("cursor")]).toEqual([from, to, null]);
  });
  expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toBe(
    `/api${at}/deliveries?${new URLSearchParams({ status: "failed", from, to, format: "csv" })}`,
  );
  expect(await screen.findByRole("heading", { name: "No failed deliveries match" })).toBeTruthy();
  expect(screen.getByText(/^Recorded since/).textContent).toContain("10 Nov");
});

test("a running replay shows its progress and can be cancelled", async () => {
  const running = aReplay({ state: "running", progress: 0.4 });
  const fake = service()
    .on("GET", "/destinations/{id}/deliveries", () => page([]))
    .on("GET", "/destinations/{id}/replays", () => page([running]))
    .on("DELETE", "/destinations/{id}/replays/{replayId}", () => running);
  const user = show(fake, `${at}/failed`);
  const bar = await screen.findByRole("progressbar");
  expect(bar.getAttribute("aria-valuenow")).toBe("40");
  await user.click(screen.getByRole("button", { name: "Cancel replay" }));
  await waitFor(() => expect(fake.changes(`${at}/replays/r-m1`)).toHaveLength(1));
});

test.each([
  ["finished", 3, 0, "good"],
  ["finished", 3, 1, "warn"],
  ["finished", 0, 0, "neutral"],
  ["failed", 0, 3, "bad"],
] as const)("a replay that %s with %i delivered and %i failed is %s", async (...row) => {
  const [state, delivered, failures, tone] = row;
  const ended = aReplay({ state, delivered, failed: failures });
  const fake = service()
    .on("GET", "/destinations/{id}/deliveries", () => page([]))
    .on("GET", "/destinations/{id}/replays", () => page([ended]));
  show(fake, `${at}/failed`);
  const badge = await screen.findByText(state, { selector: "[data-state]" });
  expect(badge.getAttribute("data-tone")).toBe(tone);
});

test("an attempt shows its request and response", async () => {
  const fake = service().on("GET", "/destinations/{id}/deliveries", () =>
    page([
      {
        at: "2026-11-15T08:00:00.000Z",
        messageId: "m1",
        type: "track",
        round: 1,
        url: "https://hooks.example.com/postrider",
        outcome: "failed",
        status: 503,
        reason: "http_status",
        latencyMillis: 12,
        request: { body: '{"type":"track"}', truncated: false },
        answer: { status: 503, body: "away", truncated: true },
      },
    ]),
  );
  const user = show(fake, `${at}/attempts`);
  const samples = await screen.findByText("Sampled requests");
  await user.click(samples);
  await user.click(
    await screen.findByText("https://hooks.example.com/postrider", { exact: false }),
  );
  expect(screen.getByRole("region", { name: "Request, body" }).textContent).toContain(
    '"type": "track"',
  );
  expect(screen.getByRole("region", { name: "Answer 503, body" }).textContent).toBe(
    "away… (truncated)",
  );
});

test("filters are edited and saved in the form of the API", async () => {
  const fake = service({ filters: [{ action: "omit", fields: ["properties.card"] }] });
  const user = show(fake, `${at}/filters`);
  await user.click(await screen.findByRole("button", { name: "Add a filter" }));
  const second = screen.getByRole("region", { name: "Filter 2" });
  await user.click(within(second).getByRole("button", { name: "Add a condition" }));
  await user.selectOptions(within(second).getByLabelText("Condition"), "field");
  await user.type(within(second).getByLabelText("Field"), "properties.total");
  await user.selectOptions(within(second).getByLabelText("Comparison"), "less_than");
  await user.type(within(second).getByLabelText("Value"), "10");
  await user.click(within(second).getByRole("button", { name: "Move up" }));
  await user.click(screen.getByRole("button", { name: "Save filters" }));
  await screen.findByText("The filters are saved.");
  expect(fake.changes(at)[0]?.body).toEqual({
    filters: [
      { action: "drop", when: { field: "properties.total", op: "less_than", value: 10 } },
      { action: "omit", fields: ["properties.card"] },
    ],
  });
});

test("settings do not change the signature, and a new secret is shown once", async () => {
  const fake = service().on("POST", "/destinations/{id}/secrets", () => ({
    sharedSecret: "whsec_new",
  }));
  const user = show(fake, `${at}/settings`);
  const name = await screen.findByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, "Lake");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The destination is saved.");
  expect(fake.changes(at)[0]?.body).toMatchObject({ name: "Lake" });
  expect(JSON.stringify(fake.changes(at)[0]?.body)).not.toContain("ecret");
  await user.click(screen.getByRole("button", { name: "Rotate secret" }));
  await user.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Rotate secret" }),
  );
  expect(await screen.findByDisplayValue("whsec_new")).toBeTruthy();
});

test("a secret is removed with null after a confirmation", async () => {
  const fake = service();
  fake.on("PATCH", "/destinations/{id}", () => {
    const [before] = fake.destinations;
    const changed = aDestination({
      settings: { ...(before ?? aDestination()).settings, sharedSecret: { set: false } },
    });
    fake.destinations = [changed];
    return changed;
  });
  const user = show(fake, `${at}/settings`);
  await user.click(await screen.findByRole("button", { name: "Remove secret" }));
  await user.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Remove secret" }),
  );
  expect(await screen.findByText(/^Requests are not signed/)).toBeTruthy();
  expect(fake.changes(at)[0]?.body).toEqual({
    settings: { sharedSecret: null, standardWebhooks: false },
  });
  expect(screen.queryByRole("button", { name: "Remove secret" })).toBeNull();
});

test.each(["settings", "filters", "test"])(
  "a viewer reads why %s cannot be changed",
  async (tab) => {
    const fake = service();
    fake.session = { name: "Vi", role: "viewer" };
    show(fake, `${at}/${tab}`);
    expect(
      await screen.findByText(/^Read-only\. Changing this needs the role editor/),
    ).toBeTruthy();
  },
);

test("a declared destination cannot be changed", async () => {
  show(service({ declaredAs: "warehouse" }), `${at}/settings`);
  expect((await screen.findByText(/in the workspace file/)).textContent).toContain("warehouse");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
});

test("destinations are found by a part of a URL or ID while typing", async () => {
  const fake = new FakeService();
  const other = aDestination({ id: "dst_0000000000002", name: "Other" });
  const { settings } = aDestination();
  fake.destinations = [
    aDestination(),
    { ...other, settings: { ...settings, webhooks: [{ url: "https://b.example/Orders/In" }] } },
  ];
  const user = show(fake, "/destinations");
  const search = await screen.findByLabelText("Search destinations");
  await user.type(search, "orders/");
  await waitFor(() => expect(screen.queryByText("Warehouse")).toBeNull());
  expect(screen.getByText("Other")).toBeTruthy();
  await user.clear(search);
  await user.type(search, "7b2qd");
  await waitFor(() => expect(screen.queryByText("Other")).toBeNull());
  expect(screen.getByText("Warehouse")).toBeTruthy();
});

test("a thousand destinations are searched by name and state, with the page in the URL", async () => {
  const fake = new FakeService();
  fake.destinations = Array.from({ length: 1_000 }, (_, i) =>
    aDestination({
      id: `dst_${String(i).padStart(13, "0")}`,
      name: `Receiver ${i}`,
      state: i % 2 === 0 ? "healthy" : "failing",
    }),
  );
  const user = show(fake, "/destinations?state=failing&page=2");
  expect(await screen.findByText("500 destinations, page 2 of 10")).toBeTruthy();
  expect(document.querySelectorAll("tbody tr")).toHaveLength(50);
  expect(screen.getByText("Receiver 101")).toBeTruthy();
  await user.type(screen.getByLabelText("Search destinations"), "receiver 99");
  expect(await screen.findByText("6 destinations")).toBeTruthy();
  expect(address()).toBe("/destinations?state=failing&search=receiver+99");
});

test("the list shows how much and when each destination accepted", async () => {
  const fake = service().on("GET", "/destination-volumes", () => ({
    from: "2026-11-15T08:00:00.000Z",
    since: "2026-11-10T08:00:00.000Z",
    data: [{ destinationId: aDestination().id, delivered: 417, failed: 0 }],
  }));
  fake.destinations = [
    aDestination({ lastDeliveredAt: new Date(Date.now() - 7_200_000).toISOString() }),
  ];
  show(fake, "/destinations");
  const table = await screen.findByRole("table", { name: "Destinations" });
  expect(await within(table).findByText("417")).toBeTruthy();
  expect(table.textContent).toMatch(/2 (h|hours)/);
  expect(screen.getByText(/^Recorded since/).textContent).toContain("10 Nov");
});
