import { describe, expect, test } from "vitest";
import { emptyDestination, nextKey } from "./form";
import { headerProblem, normalizedUrl, urlProblem, validateDestination } from "./validation";

describe("a URL", () => {
  test.each([
    "https://example.com/hook",
    "http://localhost:8080",
    "HTTPS://Example.com:65535/a?b=c",
    "https://[::1]:9/x",
    "https://10.0.0.1/",
  ])("%s is valid", (url) => expect(urlProblem(url)).toBeUndefined());

  test.each([
    ["", "Needs a URL"],
    ["example.com", "Add https:// in front of it"],
    ["example.com:8443/hook", "Add https:// in front of it"],
    ["localhost:8080", "Add https:// in front of it"],
    ["127.0.0.1/hook?a=b", "Add https:// in front of it"],
    ["[::1]:9", "Add https:// in front of it"],
    ["//example.com", "Add https:// in front of it"],
    ["mailto:ada@example.com", "Must start with http:// or https://"],
    ["http:/example.com", "Must start with http:// or https://"],
    ["ftp://example.com", "Must start with http:// or https://"],
    ["https://", "Needs a host"],
    ["https://ada:secret@example.com", "Must not contain a user name or password"],
    ["https://example.com/#top", "Must not have a fragment"],
    ["https://exämple.com", "ASCII"],
    ["https://example.com/a b", "ASCII"],
    ["https://2130706433/", "Needs a host"],
    ["https://0x7f000001/", "Needs a host"],
    ["https://example.com:0/", "port"],
    ["https://example.com:99999/", "Is not a URL"],
    [`https://example.com/${"a".repeat(2_048)}`, "2,048"],
  ])("%s is not", (url, problem) => expect(urlProblem(url)).toContain(problem));
});

describe("two URLs", () => {
  test.each([
    ["https://example.com", "HTTPS://EXAMPLE.com:443/"],
    ["http://my_service?a", "http://My_Service:80/?a"],
    ["http://[::1]", "http://[::1]:80/"],
  ])("%s and %s are the same", (one, other) =>
    expect(normalizedUrl(one)).toBe(normalizedUrl(other)),
  );

  test.each([
    ["https://example.com/a", "https://example.com/A"],
    ["https://example.com/?token=a", "https://example.com/?token=A"],
    ["https://example.com/", "http://example.com/"],
    ["https://example.com:444/", "https://example.com/"],
  ])("%s and %s differ", (one, other) => expect(normalizedUrl(one)).not.toBe(normalizedUrl(other)));
});

describe("a header", () => {
  test("is a name and a visible value", () =>
    expect(headerProblem("X-Team", "data and more")).toBeUndefined());

  test.each([
    ["X Team", "a", "Is not a valid header name"],
    ["Content-Type", "a", "Cannot be set"],
    ["Proxy-Anything", "a", "Cannot be set"],
    ["X-Team", "", "Needs a value"],
    ["X-Team", "ü", "Needs a value"],
  ])("%s: %s is not", (name, value, problem) =>
    expect(headerProblem(name, value)).toContain(problem),
  );
});

describe("a destination", () => {
  const valid = {
    ...emptyDestination([]),
    name: "Warehouse",
    webhooks: [{ key: nextKey(), url: "https://example.com", headers: [] }],
  };

  test("with a name and a URL is valid", () => expect(validateDestination(valid)).toEqual({}));

  test("reports errors by the field names of the API", () => {
    const wrong = {
      ...valid,
      name: " ",
      webhooks: [
        ...valid.webhooks,
        {
          key: nextKey(),
          url: "https://EXAMPLE.com",
          headers: [
            { key: 1, name: "X-A", value: "1" },
            { key: 2, name: "x-a", value: "2" },
          ],
        },
      ],
      maxRate: "0",
      maxConcurrency: "1.5",
      sharedSecret: "s".repeat(501),
    };
    expect(Object.keys(validateDestination(wrong))).toEqual([
      "name",
      "settings.webhooks[1].url",
      "settings.webhooks[1].headers.x-a",
      "settings.sharedSecret",
      "maxRate",
      "maxConcurrency",
    ]);
  });

  test("takes URLs that differ in the case of their path", () => {
    const webhooks = ["https://example.com/Hook", "https://EXAMPLE.com/hook"].map((url) => ({
      key: nextKey(),
      url,
      headers: [],
    }));
    expect(validateDestination({ ...valid, webhooks })).toEqual({});
  });

  test("accepts values at the limits", () => {
    expect(validateDestination({ ...valid, maxRate: "1000000", maxConcurrency: "1000" })).toEqual(
      {},
    );
    expect(validateDestination({ ...valid, maxRate: "1000001" })).toHaveProperty("maxRate");
    expect(validateDestination({ ...valid, sharedSecret: "s".repeat(500) })).toEqual({});
  });
});
