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
  hidesUsers: false,
  damaged: [],
  gaps: [
    {
      destinationId: aDestination().id,
      from: "2026-11-11T08:00:00.000Z",
      to: "2026-11-11T09:00:00.000Z",
      count: 12,
      reason: "not_written" as const,
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
  expect(screen.getByText(/3 blocks are not indexed yet\./)).toBeTruthy();
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

test("a page says what the ledger misses, since when, and what to do", async () => {
  const fake = service().on("GET", "/attempts", () => ({
    data: [],
    next: null,
    previous: null,
    ledger: {
      ...ledger,
      gaps: [
        ...ledger.gaps,
        {
          from: "2026-11-11T07:00:00.000Z",
          to: "2026-11-11T08:30:00.000Z",
          count: 3,
          reason: "not_written" as const,
        },
        {
          from: "2026-11-12T07:00:00.000Z",
          to: "2026-11-12T07:00:00.000Z",
          count: 40,
          reason: "destination_deleted" as const,
        },
      ],
      damaged: [
        { at: "2026-11-10T07:00:00.000Z", folder: "ledger.damaged-2" },
        { at: "2026-11-09T07:00:00.000Z", folder: "ledger.damaged-1" },
      ],
    },
  }));
  show(fake, "/attempts");
  const gap = await screen.findByText(/^15 entries from/);
  expect(gap.textContent).toContain("are missing: the disk refused them. Check the space");
  expect(times(gap)).toEqual(["2026-11-11T07:00:00.000Z", "2026-11-11T09:00:00.000Z"]);
  expect(screen.queryByText(/^Users were deleted/)).toBeNull();
  const deleted = screen.getByText(/^Up to 40 entries from/);
  expect(deleted.textContent).toContain("what waited for deleted destinations.");
  expect(deleted.textContent).not.toContain("disk");
  const damage = screen.getByText(/^The ledger was damaged/);
  expect(damage.textContent).toMatch(
    /: entries from before .+ are missing\. Check the disk\. To end this notice, delete ledger\.damaged-2, ledger\.damaged-1 in the data folder\.$/,
  );
  expect(times(damage)).toEqual(["2026-11-10T07:00:00.000Z"]);
});

test("a page says that entries of deleted users are counted but not listed", async () => {
  const fake = service().on("GET", "/attempts", () => ({
    data: [],
    next: null,
    previous: null,
    ledger: { ...ledger, hidesUsers: true },
  }));
  show(fake, "/attempts");
  await screen.findByText(
    "Users were deleted. Their entries are not listed, but numbers include them.",
  );
});

const times = (text: HTMLElement) =>
  [...text.querySelectorAll("time")].map((time) => time.getAttribute("datetime"));

test("numbers of the delivery overview without a list are no links, with the reason", async () => {
  const steps = [{ step: "delivered" as const, count: 13 }];
  const fake = service().on("GET", "/delivery-overview", () => ({
    from: "2026-11-15T07:00:00.000Z",
    to: "2026-11-15T08:00:00.000Z",
    receivedSince: "2026-11-01T08:00:00.000Z",
    total: [],
    data: [{ value: "(other)", steps }],
    complete: true,
    ledger,
  }));
  show(fake, "/deliveries?by=event");
  const row = await screen.findByRole("row", { name: /\(other\)/ });
  expect(within(row).getByText("13")).toBeTruthy();
  expect(within(row).queryByRole("link")).toBeNull();
  expect(screen.getByText(/cannot be listed apart/)).toBeTruthy();
  const received = screen.getByText(/^Received messages are recorded since/);
  expect(times(received)).toEqual(["2026-11-01T08:00:00.000Z"]);
});

test("every number of the delivery overview is a link", async () => {
  const steps = (["received", "waiting", "retried", "delivered"] as const).map((step, i) => ({
    step,
    count: 10 + i,
    attempts: `/api/attempts?event=Rare&step=${step}`,
  }));
  const fake = service().on("GET", "/delivery-overview", () => ({
    from: "2026-11-15T07:00:00.000Z",
    to: "2026-11-15T08:00:00.000Z",
    total: steps,
    data: [{ value: "Rare", steps }],
    complete: true,
    ledger,
  }));
  show(fake, "/deliveries?by=event");
  for (const name of [/All/, /Rare/]) {
    const row = await screen.findByRole("row", { name });
    const links = within(row).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(["10", "11", "12", "13"]);
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      steps.map(({ attempts }) => attempts.replace("/api", "")),
    );
  }
});
