import { type FormEventHandler, type ReactNode, useId } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useFormState } from 'react-hook-form'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SectionHeading } from '../ui/heading.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAriaLive, WHOLE_FORM } from '../ui/speaking.ts'
import { countErrors } from './errors.ts'

interface RestoredNoticeProps {
  isShown: boolean
  onStartOver: () => void
}

/** 入力の続き: the fields contain restored input that is not saved yet. */
export const RestoredNotice = ({ isShown, onStartOver }: RestoredNoticeProps) =>
  isShown && (
    <Notice role="status">
      <p>前回の入力の続きから始めています。まだ保存されていません。</p>
      <button type="button" className="text-link min-h-tap" onClick={onStartOver}>
        入力をやめて、はじめの内容に戻す
      </button>
    </Notice>
  )

interface FormProps<T extends FieldValues, Sent> {
  form: UseFormReturn<T, unknown, Sent>
  onSubmit: FormEventHandler
  className?: string
  /** Accessible name, if the page has other content too. */
  label?: string
  children: ReactNode
}

/** A form with its fields. It shows errors beside the fields itself, instead of the browser. */
export function Form<T extends FieldValues, Sent>(props: FormProps<T, Sent>) {
  const { form, onSubmit, className = 'grid gap-10', label, children } = props
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={onSubmit} className={className} aria-label={label}>
        {children}
      </form>
    </FormProvider>
  )
}

/** The number of fields with an error, announced after a press of the button. */
export const WrongFields = ({ count }: { count: number }) => (
  <p aria-live={useAriaLive(WHOLE_FORM)} className="text-sm text-danger empty:hidden max-md:-mt-1 max-md:pb-2 md:pb-3">
    {count > 0 && `ご確認いただきたい項目が${count}か所あります`}
  </p>
)

interface FormEndProps {
  /** Label of the button: a verb for its action. */
  label: string
  isPending: boolean
  /** An error that belongs to no single field. */
  problem: string | null
  /** Path of the link back without saving. */
  cancelTo?: string
}

interface ActionsProps extends FormEndProps {
  /** Number of fields with an error. */
  wrong: number
}

/** The errors, and the submit button. */
export function FormActions({ label, wrong, isPending, problem, cancelTo }: ActionsProps) {
  const button = (
    <Button type="submit" wide pending={isPending}>
      {label}
    </Button>
  )
  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <BottomBar onDesktop="inline">
        <WrongFields count={wrong} />
        {cancelTo ? (
          <div className="flex gap-3 max-md:flex-row-reverse md:max-w-form">
            {button}
            <span className="shrink-0">
              <ButtonLink to={cancelTo} look="secondary">
                戻る
              </ButtonLink>
            </span>
          </div>
        ) : (
          button
        )}
      </BottomBar>
    </div>
  )
}

/** `FormActions` that counts the errors of the surrounding form. */
export const FormEnd = (props: FormEndProps) => <FormActions {...props} wrong={countErrors(useFormState().errors)} />

interface FormSectionProps {
  title: string
  /** Target of a URL fragment. */
  id?: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of the form with its heading. */
export function FormSection({ title, id, lead, children }: FormSectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid scroll-mt-header grid-cols-1 content-start gap-6 border-t border-line pt-8"
    >
      <div className="grid gap-2">
        <SectionHeading id={headingId}>{title}</SectionHeading>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
