import type { PictureSource } from "~/ui/picture/Picture";
import machine from "./machine.webp";
import strands from "./strands.webp";
import terminal from "./terminal.webp";
import wires from "./wires.webp";

const picture = (url: string, alternativeText: string, width = 640, height = 426): PictureSource => ({
  url,
  alternativeText,
  width,
  height,
});

/** The pictures of the style guide. */
export const pictures = [
  picture(machine, "A fully automatic crimping machine"),
  picture(strands, "A stripped stranded conductor", 733, 413),
  picture(terminal, "A wire crimped to its terminal"),
  picture(wires, "Single wires in the colours of a harness"),
] as const;
