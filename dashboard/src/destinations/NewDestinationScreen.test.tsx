import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeService, problem } from "../fake/FakeService";
import { aDestination, aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

function service(): FakeService {
  const fake = new FakeService();
  fake.sources = [aSource()];
  return fake;
}

const create = () => screen.findByRole("button", { name: "Create destination" });

test("creates the destination and opens its test", async () => {
  const fake = service();
  fake.on("POST", "/destinations", () => {
    const created = aDestination();
    fake.destinations = [created];
    return created;
  });
  const user = show(fake, "/destinations/new");
  await user.type(await screen.findByLabelText(/^Name/), "Warehouse");
  await user.type(screen.getByLabelText(/^URL/), "https://hooks.example.com/in");
  await user.click(screen.getByRole("button", { name: "Add a header" }));
  await user.type(screen.getByLabelText("Header 1, name"), "X-Team");
  await user.type(screen.getByLabelText("Header 1, value"), "data");
  expect(
    (await screen.findByRole<HTMLInputElement>("checkbox", { name: "Web shop" })).checked,
  ).toBe(true);
  await user.type(screen.getByLabelText("Shared secret"), "s3cret");
  await user.click(screen.getByRole("switch", { name: /^Pass on traces/ }));
  await user.type(screen.getByLabelText("Maximum messages per second"), "100");
  await user.click(await create());
  expect(await screen.findByRole("button", { name: "Send test" })).toBeTruthy();
  expect(address()).toBe("/destinations/dst_7b2qd3k9w0m5x/test");
  expect(fake.changes("/destinations")[0]?.body).toEqual({
    name: "Warehouse",
    sources: ["src_3k9w0m5x7b2qd"],
    settings: {
      webhooks: [{ url: "https://hooks.example.com/in", headers: { "X-Team": "data" } }],
      standardWebhooks: false,
      sharedSecret: "s3cret",
    },
    payload: "standard",
    acceptsHistorical: true,
    tracing: true,
    maxRate: 100,
    maxConcurrency: null,
  });
});

test("warns about a destination without a source, and selects none of several", async () => {
  const fake = service();
  fake.sources = [aSource(), aSource({ id: "src_0000000000002", name: "App" })];
  const user = show(fake, "/destinations/new");
  const shop = await screen.findByLabelText<HTMLInputElement>("Web shop");
  expect(shop.checked).toBe(false);
  expect(screen.getByText(/^No source is connected/)).toBeTruthy();
  await user.click(shop);
  expect(screen.queryByText(/^No source is connected/)).toBeNull();
  await user.click(shop);
  expect(screen.getByText(/^No source is connected/)).toBeTruthy();
});

test("leaves the only source out if the user does", async () => {
  const user = show(service(), "/destinations/new");
  const shop = await screen.findByLabelText<HTMLInputElement>("Web shop");
  expect(shop.checked).toBe(true);
  await user.click(shop);
  expect(shop.checked).toBe(false);
  expect(screen.getByText(/^No source is connected/)).toBeTruthy();
});

test("shows errors while typing", async () => {
  const user = show(service(), "/destinations/new");
  const url = await screen.findByLabelText(/^URL/);
  await user.type(url, "example.com");
  expect(screen.getByText("Has no scheme. Add https:// in front of it.")).toBeTruthy();
  await user.clear(url);
  await user.type(url, "https://example.com");
  expect(screen.queryByText(/Add https:/)).toBeNull();
});

test("shows the service's errors at their inputs, and others above", async () => {
  const fake = service().on("POST", "/destinations", () =>
    problem(422, "Some fields are invalid.", [
      { field: "settings.webhooks[1].url", message: "is not allowed here" },
      { field: "somethingNew", message: "is missing" },
    ]),
  );
  const user = show(fake, "/destinations/new");
  await user.type(await screen.findByLabelText(/^Name/), "Warehouse");
  await user.type(screen.getByLabelText(/^URL/), "https://a.example");
  await user.click(screen.getByRole("button", { name: "Add another URL" }));
  await user.type(screen.getByLabelText(/^URL 2/), "https://b.example");
  await user.click(await create());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("somethingNew is missing");
  expect(alert.textContent).not.toContain("is not allowed here");
  const second = screen.getByLabelText(/^URL 2/);
  expect(second.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("is not allowed here")).toBeTruthy();
  expect(screen.getByLabelText(/^URL 1/).getAttribute("aria-invalid")).not.toBe("true");
});
