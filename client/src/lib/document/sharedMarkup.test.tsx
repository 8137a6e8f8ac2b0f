import { act, useId } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { SharedMarkupStore, SharedScopeProvider, useSharedMarkup } from "./sharedMarkup";

function Panel({ title }: { title: string }) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id}>
        {title}
      </button>
      <div id={id}>{title}</div>
    </>
  );
}

let renderings = 0;

function Menu({ title }: { title: string }) {
  const content = useSharedMarkup(() => {
    renderings++;
    return (
      <ul>
        {["First", title].map((item) => (
          <li key={item}>
            <Panel title={item} />
          </li>
        ))}
      </ul>
    );
  });
  return <nav {...content} />;
}

const Page = ({ title = "Tools & $&", heading = "Page" }) => (
  <main>
    <Menu title={title} />
    <h1>{heading}</h1>
    <Panel title="Own" />
  </main>
);

const rendered = (store: SharedMarkupStore, key: string, page = <Page />) =>
  store.collect(renderToString(<SharedScopeProvider value={{ store, key }}>{page}</SharedScopeProvider>));

beforeEach(() => {
  renderings = 0;
});

test("renders content once per key, as without a store", () => {
  const store = new SharedMarkupStore();
  const expected = renderToString(<Page />);
  renderings = 0;
  expect(rendered(store, "/en")).toBe(expected);
  expect(rendered(store, "/en")).toBe(expected);
  expect(renderings).toBe(1);
  expect(rendered(store, "/en", <Page heading="Other" />)).toBe(expected.replace("Page", "Other"));
  expect(rendered(store, "/de", <Page title="Werkzeuge" />)).toBe(renderToString(<Page title="Werkzeuge" />));
});

test("keeps content at another position in the tree apart, whose ids differ", () => {
  const store = new SharedMarkupStore();
  const lower = (
    <div>
      <p>Notice</p>
      <div>
        <Menu title="Tools" />
        <Panel title="Own" />
      </div>
    </div>
  );
  rendered(store, "/en");
  expect(rendered(store, "/en", lower)).toBe(renderToString(lower));
});

test("the browser hydrates kept content with the ids that the server wrote", async () => {
  const store = new SharedMarkupStore();
  rendered(store, "/en");
  const container = document.createElement("div");
  container.innerHTML = rendered(store, "/en");
  const errors = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const recovered = jest.fn();
  const root = await act(() => hydrateRoot(container, <Page />, { onRecoverableError: recovered }));
  expect(errors).not.toHaveBeenCalled();
  expect(recovered).not.toHaveBeenCalled();
  act(() => {
    root.unmount();
  });
});

test("a text like a mark is a text", () => {
  const store = new SharedMarkupStore();
  const page = <Page heading="[x /en _R_0_]evil[x]" />;
  expect(rendered(store, "/en", page)).toBe(renderToString(page));
});

test("bounds what is kept", () => {
  const store = new SharedMarkupStore(2);
  for (const key of ["/en", "/de", "/fr", "/en"]) rendered(store, key);
  expect(renderings).toBe(4);
  rendered(store, "/fr");
  expect(renderings).toBe(4);
});
