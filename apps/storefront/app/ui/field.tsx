import { type ReactNode, useId, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useAriaLiveOnBlur } from './speaking.ts'

export interface FieldProps {
  label: string
  /** 必須 or 任意; `undefined` shows no mark. */
  required?: boolean | undefined
  /** What to type, shown beforehand. */
  hint?: ReactNode
  /** The error, and what to type instead. */
  error?: string | undefined
}

/** The attributes that link a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** Label, mark, hint and error around one control. */
export function Field({
  label,
  required,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="flex items-center gap-2 text-sm font-medium">
        {label}
        <RequiredMark required={required} />
      </label>
      {hint && (
        <div id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </div>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

interface FieldErrorProps {
  id: string
  children?: string | undefined
}

/**
 * The error below a field, inside the field's element. Always rendered, so that a screen reader announces an error when
 * the field is left. After a press of the button `focusFirstError` moves to the first error, which the field then names.
 */
export function FieldError({ id, children }: FieldErrorProps) {
  const box = useRef<HTMLParagraphElement>(null)
  return (
    <p ref={box} id={id} aria-live={useAriaLiveOnBlur(id, box)} className="text-sm text-danger">
      <ErrorText>{children}</ErrorText>
    </p>
  )
}

/** An error with its icon. */
export const ErrorText = ({ children }: { children: string | undefined }) =>
  children && (
    <span className="flex items-start gap-1 py-1 [font-feature-settings:'palt']">
      <span className="mt-1">
        <Icon name="alert" size={16} />
      </span>
      {children}
    </span>
  )

/** 必須 or 任意 beside a label. */
export function RequiredMark({ required }: { required?: boolean | undefined }) {
  if (required === undefined) return null
  return (
    <span
      className={`shrink-0 border px-1 text-xs leading-normal whitespace-nowrap rounded-base ${required ? 'border-edge text-ink' : 'border-transparent text-muted'}`}
    >
      {required ? '必須' : '任意'}
    </span>
  )
}
