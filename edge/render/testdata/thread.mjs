// A module for the threads of client/src/app/threads.ts, whose behaviour depends on the path of the URL.
export const ready = () => "";

export default function render(input) {
  switch (JSON.parse(new TextDecoder().decode(input)).url) {
    case "/hang":
      for (;;);
    case "/fail":
      throw new Error("it failed");
    case "/grow": {
      const grown = [];
      for (;;) grown.push({ text: Math.random().toString() });
    }
  }
  return new TextEncoder().encode(`${JSON.stringify({ head: "", modules: [] })}\n1`);
}
