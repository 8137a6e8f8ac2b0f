import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * How many parts of a long page are mounted. After a click there is one more in each task, since all at once would
 * block a slow phone for 0.2 s. A document has all of them, and so has a page that is shown at a place: after "back",
 * whose scroll position needs the height of the page, and for a URL with a hash.
 */
export function useMountedParts(total: number): number {
  const isHydrating = useSyncExternalStore(subscribe, isClient, isServer);
  const navigation = useNavigationType();
  const { hash } = useLocation();
  const isAtPlace = navigation === NavigationType.Pop || hash !== "";
  const [count, setCount] = useState(isHydrating || isAtPlace ? Infinity : 1);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + 1));
  }, [count, total]);
  // A link to a part that is not mounted yet sets the hash.
  return isAtPlace ? total : Math.min(count, total);
}

const subscribe = () => () => {};
const isClient = () => false;
const isServer = () => true;
