import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

export interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A checkbox for a consent or an option. Accepts `{...register('name')}`. */
export function CheckboxField({ label, hint, error, ...rest }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-tap items-center gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          className="size-5 shrink-0 accent-ink"
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-8 text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
