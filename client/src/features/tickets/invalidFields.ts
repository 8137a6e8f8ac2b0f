/** The names of the fields that user errors refer to. */
export function invalidFields(errors: readonly { field: string | null }[] | undefined): readonly string[] {
  return errors?.flatMap(({ field }) => field ?? []) ?? [];
}
