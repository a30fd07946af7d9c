import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

interface Schema {
  safeParse(
    value: unknown,
  ):
    | { success: true }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/** A schema of the contract as the rule of a form; the first thing wrong with a field is what it says. */
export function schemaResolver<T extends FieldValues>(schema: Schema): Resolver<T> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= { type: 'rule', message }
    return { values: {}, errors: errors as FieldErrors<T> }
  }
}
