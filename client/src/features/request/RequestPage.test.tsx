// Rules: REQ-1, REQ-3, REQ-4, REQ-8, REQ-9.

import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { RequestPageFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { type RequestFormProps, RequestPage } from "./RequestPage";

const alpha530: RequestPageFragment["machines"][number]["product"] = {
  type: "PRODUCT",
  slug: "alpha-530",
  name: "Alpha 530",
  nameLanguage: { languageTag: "en" },
  contentLanguage: { languageTag: "en" },
  url: "/en/products/alpha-530",
  brand: { name: "Komax" },
  image: { source: "/a.webp", srcset: "" },
  keyFigures: [{ name: "Output", value: "4,200", unit: "pcs/h" }],
};

const request: RequestPageFragment = {
  requested: "quote",
  isUnknownProduct: false,
  about: "alpha-530/alpha-530-s",
  system: "METRIC",
  country: "CH",
  isConfirmedByMail: true,
  machines: [{ product: alpha530, variant: { id: "alpha-530-s", metricName: "S, 6 mm²", imperialName: "S, 10 AWG" } }],
  office: {
    name: "Komax Switzerland",
    phone: "+41 00 000 00 02",
    email: null,
    address: "Weg 1\n8000 Zürich",
    countryCode: "CH",
    isGroup: false,
    workingDays: 1,
  },
  form: { kind: "PRODUCT_REQUEST", fields: [] },
  countries: [],
};

/** Shows a request, and returns what its form received. */
function show(change: Partial<RequestPageFragment> = {}, values: Record<string, string> = {}) {
  const forms: RequestFormProps[] = [];
  renderUi(
    <RequestPage
      request={{ ...request, ...change }}
      renderForm={(form) => {
        forms.push(form);
        return <button onClick={() => form.onSent({ reference: "RQ-ABCD-EFGH", office: null }, values)}>Send</button>;
      }}
    />,
  );
  return forms;
}

test("shows the machine with its variant, and the office with its promised time", () => {
  const [form] = show();
  expect(screen.getByRole("link", { name: "Alpha 530" })).toHaveAttribute("href", "/en/products/alpha-530");
  expect(screen.getByText(/S, 6 mm²/)).toBeInTheDocument();
  expect(screen.getByText("Komax Switzerland")).toBeInTheDocument();
  expect(screen.getByText("Answers within one working day")).toBeInTheDocument();
  expect(screen.getByText(/Weg 1/)).toHaveTextContent("Komax Switzerland Weg 1 8000 Zürich Switzerland");
  expect(form).toMatchObject({
    draftName: "PRODUCT_REQUEST-alpha-530/alpha-530-s",
    chosen: { requested: "quote" },
    defaults: { country: "CH" },
  });
});

test("names a service as one", () => {
  show({ machines: [{ product: { ...alpha530, type: "SERVICE", name: "Crimp basics" }, variant: null }] });
  const card = within(screen.getByRole("region", { name: "Your service" }));
  expect(card.getByRole("link", { name: "Crimp basics" })).toBeInTheDocument();
});

test("marks the texts of a machine that is described in another language", () => {
  const german = { ...alpha530, contentLanguage: { languageTag: "de" } };
  show({ machines: request.machines.map((machine) => ({ ...machine, product: german })) });
  for (const text of ["Output", "S, 6 mm²"])
    expect(screen.getByText(text).closest("[lang]")).toHaveAttribute("lang", "de");
  expect(screen.getByText("Alpha 530").closest("section [lang]")).toBeNull();
});

test("confirms a request with its reference, the office and the mail", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByRole("heading", { name: "Thank you, we have your request" })).toHaveFocus();
  expect(screen.getByText("RQ-ABCD-EFGH")).toBeInTheDocument();
  expect(screen.getByText("Komax Switzerland answers within one working day.")).toBeInTheDocument();
  expect(screen.getByText("You receive a confirmation by mail.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "+41 00 000 00 02" })).toHaveAttribute("href", "tel:+41000000002");
});

test("lists several machines, what was entered about the wire, and where samples are sent", async () => {
  const alpha550 = { ...alpha530, slug: "alpha-550", name: "Alpha 550", url: "/en/products/alpha-550" };
  show(
    { machines: [...request.machines, { product: alpha550, variant: null }] },
    { crossSection: "0.5 mm²", terminal: " ", yearlyQuantity: "50,000", sendsSamples: "true" },
  );
  const machines = within(screen.getByRole("region", { name: "Your machines" }));
  expect(machines.getAllByRole("link").map((link) => link.textContent)).toEqual(["Alpha 530", "Alpha 550"]);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const entered = screen.getAllByRole("definition").map((one) => one.textContent);
  expect(entered).toEqual(["0.5 mm²", "50,000"]);
  expect(screen.getByText(/Please send your samples/)).toHaveTextContent("Weg 1 8000 Zürich");
});

test("promises no mail without a mail server", async () => {
  show({ isConfirmedByMail: false });
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.queryByText("You receive a confirmation by mail.")).not.toBeInTheDocument();
});

test("says that the group receives a request for a machine that no longer exists", () => {
  show({
    isUnknownProduct: true,
    machines: [],
    office: { name: null, phone: null, email: null, address: null, countryCode: null, isGroup: true, workingDays: 2 },
  });
  expect(screen.getByText(/no longer in our programme/)).toBeInTheDocument();
  expect(screen.getByText("The group")).toBeInTheDocument();
  expect(screen.getByText("Answers within 2 working days")).toBeInTheDocument();
  expect(screen.getByText(/goes to the mailbox of the group/)).toBeInTheDocument();
});

test("shows no office of another country until it is read", () => {
  const forms = show();
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
  act(() => forms[0]?.onValues({ country: "DE" }));
  expect(screen.queryByText("Komax Switzerland")).not.toBeInTheDocument();
});
