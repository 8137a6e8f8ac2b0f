/** The name of a location with its city, where the name does not have it. */
export function placeName({ name, city }: { name: string; city: string }): string {
  return name.includes(city) ? name : `${name}, ${city}`;
}
