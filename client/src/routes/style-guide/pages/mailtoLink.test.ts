import { mailtoLink } from "./mailtoLink";

test.each([
  [{ to: "a@example.com" }, "mailto:a@example.com"],
  [{ to: "a@example.com, b@example.com", subject: "" }, "mailto:a@example.com,b@example.com"],
  [{ to: "a@example.com", subject: "Ampoule & fil" }, "mailto:a@example.com?subject=Ampoule%20%26%20fil"],
  [{ to: "a@example.com", subject: "S", body: "one\ntwo" }, "mailto:a@example.com?subject=S&body=one%0D%0Atwo"],
])("builds the link of %j", (mail, link) => {
  expect(mailtoLink(mail)).toBe(link);
});
