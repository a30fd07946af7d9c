import { ApiError } from '@kushi/contract/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { useBlocker } from 'react-router'
import { toast } from '../shell/toast.tsx'
import { Button, type Look } from './button.tsx'

interface FormProps<T extends FieldValues> {
  values: DefaultValues<T>
  /** Sends what was typed. What the server refuses stands beside its field afterwards, and nothing typed is lost. */
  save(values: T): Promise<unknown>
  /** The verb on the button: 「保存する」; null: there is only something to read. */
  submit: string | null
  /** Of the button; the main action of a screen if not given. */
  look?: Look
  /** Said once it is done: 「商品を保存しました」. */
  done?: string
  children: ReactNode | ((form: UseFormReturn<T>) => ReactNode)
  /** Beside the button. */
  aside?: ReactNode
}

/**
 * The one way of forms in the admin: fields by name, errors of the server beside them with the focus on the first, a
 * question before leaving with unsaved changes, Ctrl+S.
 */
export function Form<T extends FieldValues>({
  values,
  save,
  submit,
  look = 'primary',
  done,
  children,
  aside,
}: FormProps<T>) {
  const form = useForm<T>({ defaultValues: values, shouldFocusError: true })
  const [isBusy, setBusy] = useState(false)
  const [general, setGeneral] = useState<string | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const saved = useRef(false)
  const { isDirty } = form.formState
  useBlocker(() => isDirty && !saved.current && !confirm('保存していない変更があります。このまま移動しますか?'))
  useUnloadQuestion(isDirty && !isBusy)

  const onSubmit = form.handleSubmit(async (given) => {
    setBusy(true)
    setGeneral(null)
    saved.current = true
    try {
      await save(given as T)
      form.reset(given as T)
      if (done) toast(done)
    } catch (error) {
      saved.current = false
      if (!(error instanceof ApiError)) throw error
      for (const field of error.fields) form.setError(field.path as never, { message: field.message })
      if (error.fields.length === 0) setGeneral(error.message)
      else form.setFocus(error.fields[0]!.path as never)
    } finally {
      setBusy(false)
      saved.current = false
    }
  })

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          element.current?.requestSubmit()
        }}
      >
        {typeof children === 'function' ? children(form) : children}
        {general && (
          <p role="alert" className="mb-4 rounded-base border border-danger bg-danger-tint px-3 py-2 text-danger">
            {general}
          </p>
        )}
        <div className="flex items-center gap-3">
          {submit !== null && (
            <Button type="submit" look={look} isBusy={isBusy} disabled={isBusy}>
              {submit}
            </Button>
          )}
          {aside}
        </div>
      </form>
    </FormProvider>
  )
}

function useUnloadQuestion(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
}
