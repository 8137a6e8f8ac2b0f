import { Route, Routes } from "react-router";
import { ContentScreen } from "~/routes/content/ContentScreen";

/** The route table (spec §2). What is no screen of its own is a content page. */
export function Screens() {
  return (
    <Routes>
      <Route path="*" element={<ContentScreen />} />
    </Routes>
  );
}
