import type { ComponentProps } from 'react'
import { cx } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'id' | 'required' | 'children'> {
  options: readonly Option[]
  /** The entry of the empty value, such as 選択してください. */
  placeholder?: string
}

/** A native select, because a phone's own picker is better than a custom one. Accepts `{...register('name')}`. */
export function SelectField({
  label,
  required,
  hint,
  error,
  options,
  placeholder,
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <select {...rest} {...control} className={cx('control appearance-none pr-10', className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-muted">
            <Icon name="down" size={16} />
          </span>
        </span>
      )}
    </Field>
  )
}
