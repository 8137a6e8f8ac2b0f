import { type ComponentType, use } from "react";

/** A screen that is fetched when it is wanted, and can be fetched before. */
export interface LazyScreen {
  (): React.ReactNode;
  preload: () => Promise<unknown>;
}

/** Makes a screen of its own chunk. Once it is preloaded, it renders at once: on the server, and when hydrating. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const preload = () =>
    (loading ??= load().then((component) => {
      loaded = component;
      return component;
    }));
  const Screen = () => {
    const Component = loaded ?? use(preload());
    return <Component />;
  };
  return Object.assign(Screen, { preload });
}
