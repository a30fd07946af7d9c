import { ApiError } from '@kushi/contract/client'
import { type FormEvent, useState } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { focusFirstError } from '../screens/purchase/form/focus-first-error.ts'

interface Saving<T> {
  save: (values: T) => Promise<void>
  /** The field of the form in which the server's field is typed. */
  pathOf: (path: string) => string
}

/** Checks a form, saves it, and shows what stands in the way: beside its field, else as `problem`. */
export function useSaving<T extends FieldValues>(form: UseFormReturn<T>, { save, pathOf }: Saving<T>) {
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
    (values) => save(values).catch(refuse),
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
