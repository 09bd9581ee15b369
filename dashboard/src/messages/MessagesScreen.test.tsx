import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FoundMessage } from "../api/messages";
import { FakeService } from "../fake/FakeService";
import { aDestination, aReplay, aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

const message = (offset: number): FoundMessage => ({
  messageId: `m${offset}`,
  sourceId: aSource().id,
  type: "track",
  userId: "ada",
  acceptedAt: "2026-11-15T08:00:00.000Z",
  partition: 0,
  offset,
  message: { event: "Signed Up" },
  complete: true,
  destinations: [
    { destinationId: aDestination().id, state: "failed", status: 410, reason: "http_status" },
  ],
});

const ledger = {
  since: "2026-11-10T08:00:00.000Z",
  complete: true,
  lagBlocks: 0,
  unreadableBlocks: 0,
  hidesUsers: false,
  damaged: [],
  gaps: [],
};

const story = (offset: number): FoundMessage => ({
  ...message(offset),
  destinations: message(offset).destinations.map((delivery) => ({
    ...delivery,
    endedAt: "2026-11-15T08:00:01.000Z",
    gaps: [],
    entries: [
      {
        at: "2026-11-15T08:00:01.000Z",
        destinationId: delivery.destinationId,
        partition: 0,
        offset,
        messageId: `m${offset}`,
        url: "https://hooks.example.com/",
        round: 1,
        replay: false,
        repeat: false,
        sent: true,
        status: 410,
        reason: "http_status",
        message: "The receiver answered 410.",
        latencyMillis: 12,
        bytes: 100,
        answer: "gone",
        end: "failed",
      },
    ],
  })),
});

function service(): FakeService {
  const fake = new FakeService();
  fake.sources = [aSource()];
  fake.destinations = [aDestination()];
  return fake;
}

test("finds a message by its ID, with its deliveries, and replays it", async () => {
  const fake = service()
    .on("GET", "/messages/{messageId}/story", () => ({ data: [story(7)], ledger }))
    .on("POST", "/destinations/{id}/replays", () => aReplay());
  const user = show(fake, "/messages");
  await user.type(await screen.findByLabelText("Message ID"), "a/b 7");
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(await screen.findByRole("heading", { name: "track: Signed Up" })).toBeTruthy();
  expect(address()).toBe("/messages?messageId=a%2Fb+7");
  expect(fake.requests.some(({ path }) => path === "/messages/a%2Fb%207/story")).toBe(true);
  expect(screen.getAllByText("HTTP 410")).toHaveLength(2);
  expect(screen.getByText(/Recorded since/)).toBeTruthy();
  expect(screen.queryByText(/may be missing/)).toBeNull();
  const entries = screen.getByRole("table", { name: "Story" });
  await user.click(within(entries).getByRole("button", { expanded: false }));
  expect(screen.getByRole("region", { name: "Answer, body" }).textContent).toBe("gone");
  await user.click(screen.getByRole("button", { name: "Replay" }));
  await screen.findByText("The replay has started.");
  expect(fake.changes(`/destinations/${aDestination().id}/replays`)[0]?.body).toEqual({
    messageId: "m7",
    sourceId: aSource().id,
  });
});

test("says that recorded attempts may be missing, and why", async () => {
  const sentence = "Recorded attempts of this message may be missing.";
  const fake = service().on("GET", "/messages/{messageId}/story", ({ path }) => ({
    data: [
      path.includes("m8")
        ? {
            ...message(8),
            complete: false,
            destinations: [
              { destinationId: aDestination().id, state: "unknown_before_ledger" as const },
            ],
          }
        : story(7),
    ],
    ledger,
  }));
  show(fake, "/messages?messageId=m8");
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByText("It ended before the ledger began.")).toBeTruthy();
});

test("finds the messages of a user, and searches further back", async () => {
  const fake = service().on("GET", "/messages", (request) =>
    request.query.has("cursor")
      ? { data: [message(1)], next: null, searchedTo: "2026-11-08T08:00:00.000Z" }
      : { data: [message(2)], next: "c1", searchedTo: "2026-11-14T08:00:00.000Z" },
  );
  const user = show(fake, "/messages?userId=ada");
  expect(await screen.findByText(/1 message, searched back to/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Search further back" }));
  expect(await screen.findByText(/2 messages/)).toBeTruthy();
});

test("the messages of a user are searched and exported", async () => {
  const fake = service().on("GET", "/messages", (request) => ({
    data: [message(request.query.has("search") ? 2 : 1)],
    next: null,
  }));
  const user = show(fake, "/messages?userId=ada");
  await user.type(await screen.findByLabelText("Messages that contain"), "hat");
  expect(await screen.findByText("m2")).toBeTruthy();
  expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toBe(
    "/api/messages?userId=ada&search=hat&format=csv",
  );
});

test("shows that no message was found", async () => {
  show(service(), "/messages?messageId=nothing");
  expect(await screen.findByRole("heading", { name: "No messages found" })).toBeTruthy();
});
