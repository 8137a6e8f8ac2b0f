/** Formats a location: its name, followed by the city unless the name contains it. */
export function formatLocation({ name, city }: { name: string; city: string }): string {
  return name.includes(city) ? name : `${name}, ${city}`;
}
