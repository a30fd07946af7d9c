import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './field.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'required'> {
  /** Applied when the field is left: full-width digits, hyphens and katakana are converted, never refused. */
  normalize?: ((value: string) => string) | undefined
  /** Words after the control, such as 個. */
  unit?: string
}

/** One line of text. Takes `{...register('name')}` as it is. */
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
