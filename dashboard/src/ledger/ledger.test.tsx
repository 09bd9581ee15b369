import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LedgerEntry } from "../api/ledger";
import { FakeService } from "../fake/FakeService";
import { aDestination } from "../fake/fixtures";
import { address, show } from "../fake/show";

const ledger = {
  since: "2026-11-10T08:00:00.000Z",
  complete: false,
  lagBlocks: 3,
  unreadableBlocks: 0,
  damaged: [],
  gaps: [
    {
      destinationId: aDestination().id,
      from: "2026-11-11T08:00:00.000Z",
      to: "2026-11-11T09:00:00.000Z",
      count: 12,
    },
  ],
};

const entry = (change: Partial<LedgerEntry>): LedgerEntry => ({
  at: "2026-11-15T08:00:00.000Z",
  destinationId: aDestination().id,
  partition: 0,
  offset: 7,
  messageId: "m7",
  event: "Signed Up",
  round: 1,
  replay: false,
  repeat: false,
  sent: true,
  ...change,
});

function service(): FakeService {
  const fake = new FakeService();
  fake.destinations = [aDestination()];
  return fake;
}

test("attempts of a destination are filtered and paged both ways", async () => {
  const fake = service().on("GET", "/destinations/{id}/attempts", ({ query }) => ({
    data: [entry({ status: 503, reason: "http_status", round: query.has("cursor") ? 1 : 2 })],
    next: "older",
    previous: "newer",
    ledger,
  }));
  const user = show(fake, `/destinations/${aDestination().id}/attempts?end=none`);
  expect(await screen.findByText("retrying")).toBeTruthy();
  expect(screen.getByText(/3 blocks are not indexed yet. 12 entries are missing/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Status"), "5xx");
  await user.click(screen.getByRole("button", { name: "Older" }));
  await user.click(await screen.findByRole("button", { name: "Newer" }));
  const asked = () => fake.requests.filter(({ path }) => path.endsWith("/attempts")).at(-1);
  await screen.findByText("retrying");
  expect(asked()?.query.get("end")).toBe("none");
  expect(asked()?.query.get("status")).toBe("5xx");
  expect(asked()?.query.get("cursor")).toBe("newer");
  expect(asked()?.query.get("direction")).toBe("newer");
});

test("the numbers of the delivery overview lead to their attempts", async () => {
  const id = aDestination().id;
  const steps = [
    {
      step: "received" as const,
      count: 5,
      attempts: "/api/attempts?from=2026-11-15T07:00:00.000Z",
    },
    { step: "failed" as const, count: 2, attempts: `/api/attempts?end=failed&destinationId=${id}` },
  ];
  const fake = service()
    .on("GET", "/delivery-overview", () => ({
      from: "2026-11-15T07:00:00.000Z",
      to: "2026-11-15T08:00:00.000Z",
      total: steps,
      data: [{ value: id, steps: steps.slice(1) }],
      complete: true,
      ledger,
    }))
    .on("GET", "/attempts", () => ({
      data: [entry({ end: "failed", reason: "held", sent: false, round: 0 })],
      next: null,
      previous: null,
      ledger,
    }));
  const user = show(fake, "/deliveries");
  const row = await screen.findByRole("row", { name: new RegExp(aDestination().name) });
  await user.click(within(row).getByRole("link", { name: "2" }));
  expect(await screen.findByText("held", { selector: "td" })).toBeTruthy();
  expect(address()).toContain("/attempts?end=failed");
  const asked = fake.requests.find(({ path }) => path === "/attempts");
  expect(asked?.query.get("destinationId")).toBe(id);
});

test("attempts and their export are of the typed time", async () => {
  const fake = service().on("GET", "/attempts", () => ({
    data: [],
    next: null,
    previous: null,
    ledger,
  }));
  show(fake, "/attempts?noEvent=true");
  fireEvent.change(await screen.findByLabelText("From"), {
    target: { value: "2026-11-15T08:00:05" },
  });
  const from = new Date("2026-11-15T08:00:05").toISOString();
  await waitFor(() =>
    expect(
      fake.requests
        .filter(({ path }) => path === "/attempts")
        .at(-1)
        ?.query.get("from"),
    ).toBe(from),
  );
  expect(screen.getByLabelText("From")).toHaveProperty("value", "2026-11-15T08:00:05");
  expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toBe(
    `/api/attempts?noEvent=true&from=${encodeURIComponent(from)}&format=csv`,
  );
});

test("every number of the delivery overview is a link", async () => {
  const steps = (["received", "waiting", "retried", "delivered"] as const).map((step, i) => ({
    step,
    count: 10 + i,
    attempts: `/api/attempts?event=(other)&step=${step}`,
  }));
  const fake = service().on("GET", "/delivery-overview", () => ({
    from: "2026-11-15T07:00:00.000Z",
    to: "2026-11-15T08:00:00.000Z",
    total: steps,
    data: [{ value: "(other)", steps }],
    complete: true,
    ledger,
  }));
  show(fake, "/deliveries?by=event");
  for (const name of [/All/, /\(other\)/]) {
    const row = await screen.findByRole("row", { name });
    const links = within(row).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(["10", "11", "12", "13"]);
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      steps.map(({ attempts }) => attempts.replace("/api", "")),
    );
  }
});
