import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { texts } from "../../../../test/texts";
import { LocationMap, type LocationMapProps } from "./LocationMap";

const place = (name: string, latitude: number, longitude: number): LocationMapProps["locations"][number] => ({
  id: name,
  slug: name.toLowerCase(),
  name: `Office ${name}`,
  town: name,
  types: [],
  brands: [],
  country: null,
  region: "EUROPE",
  address: null,
  phone: null,
  email: null,
  website: null,
  hours: null,
  coordinates: { latitude, longitude },
});

const locations = [place("Thun", 46.76, 7.63), place("Rotkreuz", 47.14, 8.43), place("Nagoya", 35.17, 136.9)];

const renderMap = (country: string | undefined, props: Partial<LocationMapProps> = {}) =>
  render(
    <IntlProvider locale="en" messages={texts}>
      <LocationMap locations={locations} country={country} isFiltered={false} {...props} />
    </IntlProvider>,
  );

/** The links of the drawing for wide or for narrow windows. */
const links = (width: "wide" | "narrow" = "wide") =>
  screen.getAllByRole("link").filter((link) => link.closest(`.${width}`));
const dots = (width?: "wide" | "narrow") => links(width).map((link) => link.getAttribute("aria-label"));

test("opens at the visitor's country, with links to the entries of the list", () => {
  renderMap("JP");
  expect(dots()).toEqual(["Office Nagoya, Nagoya"]);
  for (const width of ["wide", "narrow"] as const)
    expect(links(width).map((link) => link.getAttribute("href"))).toEqual(["#location-nagoya"]);
});

test("shows the world to a visitor without a country, and opens a dot that stands for several places", async () => {
  renderMap(undefined);
  expect(dots()).toEqual(["Office Thun, Thun, Office Rotkreuz, Rotkreuz", "Office Nagoya, Nagoya"]);
  const [several] = links();
  if (!several) throw new Error("no dot");
  expect(screen.getAllByText("2")[0]).toBeInTheDocument();
  await userEvent.click(several);
  expect(dots()).toEqual(["Office Thun, Thun", "Office Rotkreuz, Rotkreuz"]);
  expect(screen.getByRole("group", { name: "Map of the locations" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Show the whole world" }));
  expect(dots()).toHaveLength(2);
});

test("shows fewer places apart in a narrow window, where dots have a larger share of the map", () => {
  const bern = place("Bern", 46.95, 7.45);
  const paris = place("Paris", 48.86, 2.35);
  renderMap(undefined, { locations: [bern, paris, place("Madrid", 40.42, -3.7), place("Oslo", 59.91, 10.75)] });
  expect(dots("wide").length).toBeGreaterThan(dots("narrow").length);
});

test("shows the selected locations", () => {
  renderMap("JP", { locations: locations.slice(0, 1), isFiltered: true });
  expect(dots()).toEqual(["Office Thun, Thun"]);
});

test("without coordinates there is no map", () => {
  const { container } = renderMap(undefined, { locations: locations.map((l) => ({ ...l, coordinates: null })) });
  expect(container).toBeEmptyDOMElement();
});
