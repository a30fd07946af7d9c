import * as z from 'zod/mini'

/** A form: what is typed goes in, what is sent comes out. What is wrong stands at the field in which it is typed. */
export type Codec<Typed, Sent> = z.ZodMiniType<Sent, Typed>

/** What is wrong with a field, by its path in the form. */
export interface FormFailure {
  path: string
  message: string
}

/** `read` answers what is sent, or tells what is missing or wrong; of a field the first thing counts. */
export const codec = <Typed, Sent>(
  read: (typed: Typed, tell: (failure: FormFailure) => void) => Sent,
): Codec<Typed, Sent> =>
  z.pipe(
    z.custom<Typed>(),
    z.transform((typed: Typed, { issues }) => {
      const told = new Set<string>()
      return read(typed, ({ path, message }) => {
        if (told.has(path)) return
        told.add(path)
        issues.push({ code: 'custom', input: typed, path: path.split('.'), message })
      })
    }),
  )

interface FormOf<Typed, Sent> {
  /** As it is sent. What can't be read stays as it was typed, so that its rule can say so. */
  write: (typed: Typed) => Sent
  /** The contract's, which the server asks too. */
  schema: z.ZodMiniType<Sent>
  /** What the fields break together. */
  also?: (sent: Sent, typed: Typed) => readonly FormFailure[]
}

/** A form of the contract, as it is typed here. */
export const formOf = <Typed, Sent>({ write, schema, also }: FormOf<Typed, Sent>): Codec<Typed, Sent> =>
  codec((typed, tell) => {
    const sent = write(typed)
    const { data, error } = schema.safeParse(sent)
    for (const { path, message } of error?.issues ?? []) tell({ path: fieldOf(path.join('.')), message })
    for (const { path, message } of also?.(sent, typed) ?? []) tell({ path: fieldOf(path), message })
    return data ?? sent
  })

/** A part of a form by its own codec: `at` is where it stands. */
export function readPart<Typed, Sent>(
  part: Codec<Typed, Sent>,
  typed: Typed,
  { at, tell }: { at: string; tell: (failure: FormFailure) => void },
): Sent | null {
  const { data, error } = part.safeParse(typed)
  for (const { path, message } of error?.issues ?? []) tell({ path: [at, ...path].join('.'), message })
  return data ?? null
}

/** What is missing or wrong in a form, in its order. */
export const failuresOf = <Typed, Sent>(form: Codec<Typed, Sent>, typed: Typed): FormFailure[] =>
  (form.safeParse(typed).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }))

/** The field in which the server's field is typed: they have one name but for these. */
export const fieldOf = (path: string): string =>
  path.replace(/postal_code0[12]$/, 'postal_code').replace(/^delivery_notes$/, 'note_text')
