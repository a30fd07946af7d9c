import { ApiError } from '@kushi/contract/client'
import { type FormEvent, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { fieldOf } from './codec.ts'
import { focusFirstError } from './errors.ts'

interface Saving<Sent> {
  save: (sent: Sent) => Promise<void>
  /** The field of the form in which the server's field is typed, where a form has names of its own. */
  pathOf?: (path: string) => string
}

/** Checks a form, saves it, and shows what stands in the way: beside its field, else as `problem`. */
export function useSaving<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  { save, pathOf = fieldOf }: Saving<Sent>,
) {
  const [isPending, setPending] = useState(false)
  /** What concerns no single field. */
  const [problem, setProblem] = useState<string | null>(null)

  function refuse(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    // The session ended: the login screen is on its way, and what was typed is kept.
    if (error.status === 401) return
    const shown = error.fields.map(({ path, message }) => ({ path: pathOf(path), message })).filter(isField)
    for (const { path, message } of shown) form.setError(path as Path<T>, { type: 'server', message })
    setProblem(shown.length ? null : error.message)
    focusFirstError()
  }
  const isField = ({ path }: { path: string }) => get(form.getValues(), path) !== undefined

  // From here on a field is checked as it is typed, not only when it is left: what was wrong is right at once.
  const submit = form.handleSubmit(
    (sent) => save(sent).catch(refuse),
    () => focusFirstError(),
  )

  return {
    isPending,
    problem,
    submit: async (event: FormEvent) => {
      event.preventDefault()
      if (isPending) return
      setPending(true)
      setProblem(null)
      try {
        await submit()
      } finally {
        setPending(false)
      }
    },
  }
}
