/** The parts that are there: those of a condition that is not met are left out. */
export const present = <Part>(...parts: readonly (Part | false | "" | undefined)[]): Part[] =>
  parts.filter((part): part is Part => Boolean(part));
