/** What a location is called: with its city, where the name does not say it already. */
export function placeName({ name, city }: { name: string; city: string }): string {
  return name.includes(city) ? name : `${name}, ${city}`;
}
