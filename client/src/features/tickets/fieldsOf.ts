/** The names of the fields that user errors refer to. */
export function fieldsOf(errors: readonly { field: string | null }[] | undefined): readonly string[] {
  return errors?.flatMap(({ field }) => field ?? []) ?? [];
}
