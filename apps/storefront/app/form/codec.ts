import * as z from 'zod/mini'

/** A form: converts form values to the values that are sent. Errors have the path of the form field. */
export type Codec<Typed, Sent> = z.ZodMiniType<Sent, Typed>

/** The error of a field, by its path in the form. */
export interface FormFailure {
  path: string
  message: string
}

/** `read` returns the values to send and reports errors by `report`. Only the first error of a field counts. */
export const codec = <Typed, Sent>(
  read: (typed: Typed, report: (failure: FormFailure) => void) => Sent,
): Codec<Typed, Sent> =>
  z.pipe(
    z.custom<Typed>(),
    z.transform((typed: Typed, { issues }) => {
      const reported = new Set<string>()
      return read(typed, ({ path, message }) => {
        if (reported.has(path)) return
        reported.add(path)
        issues.push({ code: 'custom', input: typed, path: path.split('.'), message })
      })
    }),
  )

interface FormOf<Typed, Sent> {
  /** Converts to the values that are sent. An unreadable value stays as typed, so that its rule can report it. */
  write: (typed: Typed) => Sent
  /** The contract's schema, which the server also checks. */
  schema: z.ZodMiniType<Sent>
  /** Rules over several fields. */
  extraChecks?: (sent: Sent, typed: Typed) => readonly FormFailure[]
}

/** A form by a schema of the contract. */
export const formOf = <Typed, Sent>({ write, schema, extraChecks }: FormOf<Typed, Sent>): Codec<Typed, Sent> =>
  codec((typed, report) => {
    const sent = write(typed)
    const { data, error } = schema.safeParse(sent)
    for (const { path, message } of error?.issues ?? []) report({ path: fieldOf(path.join('.')), message })
    for (const { path, message } of extraChecks?.(sent, typed) ?? []) report({ path: fieldOf(path), message })
    return data ?? sent
  })

/** Reads a part of a form by its own codec. `at`: path of the part. */
export function readPart<Typed, Sent>(
  part: Codec<Typed, Sent>,
  typed: Typed,
  { at, report }: { at: string; report: (failure: FormFailure) => void },
): Sent | null {
  const { data, error } = part.safeParse(typed)
  for (const { path, message } of error?.issues ?? []) report({ path: [at, ...path].join('.'), message })
  return data ?? null
}

/** Returns the errors of a form, in the form's order. */
export const failuresOf = <Typed, Sent>(form: Codec<Typed, Sent>, typed: Typed): FormFailure[] =>
  (form.safeParse(typed).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }))

/** The form field for a field of the server. The names are the same, except these. */
export const fieldOf = (path: string): string =>
  path.replace(/postal_code0[12]$/, 'postal_code').replace(/^delivery_notes$/, 'note_text')
