/** What a place is called; many have their city in their name. */
export function placeName({ name, city }: { name: string; city: string }): string {
  return name.includes(city) ? name : `${name}, ${city}`;
}
