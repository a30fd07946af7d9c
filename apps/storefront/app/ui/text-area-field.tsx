import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id' | 'required'> {}

/** Several lines of text. Takes `{...register('name')}` as it is. */
export const TextAreaField = ({ label, required, hint, error, ...rest }: TextAreaFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error}>
    {(control) => <textarea rows={4} {...rest} {...control} className="control" />}
  </Field>
)
