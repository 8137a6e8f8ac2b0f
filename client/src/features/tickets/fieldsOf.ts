/** The names of the fields that user errors are about. */
export function fieldsOf(errors: readonly { field: string | null }[] | undefined): readonly string[] {
  return errors?.flatMap(({ field }) => field ?? []) ?? [];
}
