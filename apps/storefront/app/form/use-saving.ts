import { ApiError } from '@kushi/contract/client'
import { type FormEvent, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { fieldOf } from './codec.ts'
import { focusFirstError } from './focus-error.ts'

interface Saving<Sent> {
  save: (sent: Sent) => Promise<void>
  /** Maps a field of the server to a field of the form, if the form uses other names. */
  pathOf?: (path: string) => string
}

/** Checks a form, saves it, and shows errors beside the fields or, without a field, as `problem`. */
export function useSaving<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  { save, pathOf = fieldOf }: Saving<Sent>,
) {
  const [isPending, setPending] = useState(false)
  /** An error that belongs to no single field. */
  const [problem, setProblem] = useState<string | null>(null)

  function refuse(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    // The session ended: the login screen is already loading, and the input is kept.
    if (error.status === 401) return
    const shown = error.fields.map(({ path, message }) => ({ path: pathOf(path), message })).filter(isField)
    for (const { path, message } of shown) form.setError(path as Path<T>, { type: 'server', message })
    setProblem(shown.length ? null : error.message)
    focusFirstError()
  }
  const isField = ({ path }: { path: string }) => get(form.getValues(), path) !== undefined

  // After this, fields are checked on every input and not only on blur, so that a corrected error disappears at once.
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
