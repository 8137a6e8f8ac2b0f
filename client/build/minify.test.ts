/** @jest-environment node */
import { annotatePure } from "./minify";

test("marks components and contexts as pure and changes nothing else", () => {
  const code = [
    "const AwaitContext = React.createContext(null);",
    'AwaitContext.displayName = "Await";',
    "const Form = React10.forwardRef(({ to }, ref) => render(to, ref));",
    "const Memo = memo(Form);",
    "  inner.displayName = name;",
    "const value = React.useMemo(() => 1, []);",
  ].join("\n");
  expect(annotatePure(code).split("\n")).toEqual([
    "const AwaitContext = /* @__PURE__ */ React.createContext(null);",
    "",
    "const Form = /* @__PURE__ */ React10.forwardRef(({ to }, ref) => render(to, ref));",
    "const Memo = /* @__PURE__ */ memo(Form);",
    "  inner.displayName = name;",
    "const value = React.useMemo(() => 1, []);",
  ]);
});
