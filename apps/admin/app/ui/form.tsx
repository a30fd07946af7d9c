import type { Me } from '@kushi/contract/admin/operator'
import type { Permission } from '@kushi/contract/admin/permission'
import { ApiError } from '@kushi/contract/client'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useBlocker, useOutletContext } from 'react-router'
import { toast } from '../shell/toast.tsx'
import { Button, type Look } from './button.tsx'
import { type CheckedFor, ReadsContext } from './claims.tsx'
import { cx } from './cx.ts'
import {
  type RefusedField,
  refusedFieldsOf,
  type ShownErrors,
  ShownErrorsContext,
  splitByControl,
  submitForm,
  useFieldError,
} from './field-error.ts'

interface FormProps<T extends FieldValues> {
  values: DefaultValues<T>
  /** Sends the values. Fields that the server rejects show the error, and no input is lost. */
  save(values: T): Promise<unknown>
  /** Fields of the call that have another name in the form, by their path. */
  names?: Readonly<Record<string, Path<T>>>
  /** Label of the button: 「保存する」; null: the form is read-only. */
  submit: string | null
  /** Permission of the call that saves. Without it the form is read-only. */
  permission?: Permission
  /** Look of the button; default: the main action of the screen. */
  look?: Look
  /** Message after saving: 「商品を保存しました」. */
  done?: string
  children: ReactNode | ((form: UseFormReturn<T>) => ReactNode)
  /** Shown beside the button. */
  aside?: ReactNode
  /** Shows words that a law restricts while they are typed. */
  checkedFor?: CheckedFor
}

const ReadOnly = createContext(false)

/** Whether the form is read-only, for a control that a disabled fieldset does not affect. */
export const useReadOnly = (): boolean => useContext(ReadOnly)

/**
 * The form of all admin screens. Fields are known by name, a path of its values: see `formFor`. Server errors are shown beside their fields, the first with the
 * focus; above the button if no field shows them. Leaving with unsaved changes asks first. Ctrl+S saves.
 *
 * It accepts no input from saving until the screen has reloaded: the fields are replaced then.
 */
export function Form<T extends FieldValues>({
  values,
  save,
  names = {},
  submit,
  permission,
  look = 'primary',
  done,
  children,
  aside,
  checkedFor = null,
}: FormProps<T>) {
  const form = useForm<T>({ defaultValues: values, shouldFocusError: true })
  const [isBusy, start] = useTransition()
  const [formError, setFormError] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly RefusedField[]>([])
  const [shown] = useState<ShownErrors>(() => new Map())
  const element = useRef<HTMLFormElement>(null)
  const focus = useRef<(() => void) | null>(null)
  const { isDirty } = form.formState
  const me = useOutletContext<Me | undefined>()
  const isReadOnly = submit === null || (permission !== undefined && !me?.permissions.includes(permission))
  useLeaveWarning(isDirty && !isBusy)

  const send = async (given: T) => {
    // Leaves the transition, so that state set by `save`, such as a question, is rendered at once and not at its end.
    await null
    setFormError(null)
    setRefused([])
    try {
      await save(given)
      form.reset(given)
      if (done) toast(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fields = refusedFieldsOf(error, names)
      for (const { path, message } of fields) form.setError(path as Path<T>, { message })
      if (fields.length === 0) setFormError(error.message)
      setRefused(fields)
    }
  }
  // After the refusal is rendered, because a control may appear with it.
  useEffect(() => {
    if (refused.length === 0) return
    const { beside, messages } = splitByControl(refused, shown)
    if (messages.length > 0) setFormError(messages.join('\n'))
    const [first] = beside
    if (first) focus.current = () => form.setFocus(first.path as Path<T>)
  }, [refused, shown, form])
  // The transition lasts until the screen shows the data that `save` has reloaded.
  const onSubmit = () =>
    submitForm<T>(form, (given) => {
      const at = document.activeElement as HTMLElement | null
      focus.current = () => document.activeElement === document.body && at?.focus()
      return new Promise<void>((resolve, reject) => start(() => send(given).then(resolve, reject)))
    })
  // A field can take the focus only after it is enabled again.
  useEffect(() => {
    if (isBusy) return
    focus.current?.()
    focus.current = null
  }, [isBusy])

  useSaveKey(element, isDirty, () => !isReadOnly && !isBusy && element.current?.requestSubmit())

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {isReadOnly && <p className="mb-3 text-muted text-xs">閲覧だけができます。変更には権限が必要です。</p>}
        <fieldset disabled={isReadOnly || isBusy} inert={isBusy} className="min-w-0">
          <ReadsContext value={checkedFor}>
            <ShownErrorsContext value={shown}>
              <ReadOnly value={isReadOnly}>{typeof children === 'function' ? children(form) : children}</ReadOnly>
            </ShownErrorsContext>
          </ReadsContext>
        </fieldset>
        <div className={cx(isDirty && 'sticky bottom-0 z-10 -mx-3 border-line border-t bg-ground px-3 py-2')}>
          {formError && (
            <p
              role="alert"
              className="mb-2 whitespace-pre-line rounded-base border border-danger bg-danger-tint px-3 py-2 text-danger"
            >
              {formError}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {!isReadOnly && (
              <Button type="submit" look={look} isBusy={isBusy} disabled={isBusy}>
                {submit}
              </Button>
            )}
            {isDirty && <p className="text-muted text-xs">保存していない変更があります</p>}
            {aside}
          </div>
        </div>
      </form>
    </FormProvider>
  )
}

/** An error about several fields together. */
export function Beside<T extends FieldValues = never>({ name }: { name: NoInfer<Path<T>> }) {
  const message = useFieldError<T>(name)
  return message ? (
    <p role="alert" className="mb-4 text-danger text-xs">
      {message}
    </p>
  ) : null
}

/** Ctrl+S in the form, or without any focus (after dragging) if the form has changes. Holding the keys saves once. */
function useSaveKey(element: RefObject<HTMLFormElement | null>, isDirty: boolean, save: () => void): void {
  const current = useRef(save)
  current.current = save
  useEffect(() => {
    const saveByKeyboard = ({ key, ctrlKey, metaKey, repeat, target }: KeyboardEvent) => {
      if (key !== 's' || !(ctrlKey || metaKey) || repeat) return
      if (element.current?.contains(target as Node) || (isDirty && target === document.body)) current.current()
    }
    addEventListener('keydown', saveByKeyboard)
    return () => removeEventListener('keydown', saveByKeyboard)
  }, [element, isDirty])
}

/** The state of a navigation that stays on the screen with what was typed, such as another filter above a form. */
export const KEEPS_FORM = 'keeps form'

/** Forms on the screen with unsaved changes. */
const unsaved = new Set<symbol>()

/**
 * Asks before the operator leaves the screen with unsaved changes. Used once in
 * the admin: a router has only one blocker.
 */
export const useUnsavedQuestion = () =>
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 &&
      !(nextLocation.state === KEEPS_FORM && nextLocation.pathname === currentLocation.pathname) &&
      !confirm('保存していない変更があります。このまま移動しますか?'),
  )

function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol()
    unsaved.add(form)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(form)
      removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])
}
