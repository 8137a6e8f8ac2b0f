import type { ComponentType } from "react";
import type { IconProps } from "~/ui/icon/Icon";
import * as icons from "~/ui/icon/iconSet";

/** All icons by name. */
export const iconNames: readonly (readonly [name: string, icon: ComponentType<IconProps>])[] = Object.entries(
  icons,
).map(([name, icon]) => [name.replace(/Icon$/, ""), icon]);
