import { type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'
import { RequiredMark } from './required-mark.tsx'

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
