import type { ComponentProps } from 'react'
import { cx } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'

interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id' | 'required'> {}

/** A field for several lines of text. Accepts `{...register('name')}`. */
export const TextAreaField = ({ label, required, hint, error, ...rest }: TextAreaFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error}>
    {(control) => <textarea rows={4} {...rest} {...control} className="control" />}
  </Field>
)

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'required'> {
  /** Applied on blur: full-width digits, hyphens and katakana are converted, never rejected. */
  normalize?: ((value: string) => string) | undefined
  /** Text after the control, such as 個. */
  unit?: string
}

/** A field for one line of text. Accepts `{...register('name')}`. */
export function TextField({
  label,
  required,
  hint,
  error,
  normalize,
  unit,
  className,
  onBlur,
  onChange,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            type="text"
            {...rest}
            {...control}
            className={cx('control', className)}
            onChange={onChange}
            onBlur={(event) => {
              const typed = event.currentTarget.value
              const normal = normalize?.(typed) ?? typed
              if (normal !== typed) {
                event.currentTarget.value = normal
                onChange?.(event)
              }
              onBlur?.(event)
            }}
          />
          {unit && <span className="shrink-0 text-sm">{unit}</span>}
        </div>
      )}
    </Field>
  )
}
