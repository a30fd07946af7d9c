import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id' | 'required'> {}

/** A field for several lines of text. Accepts `{...register('name')}`. */
export const TextAreaField = ({ label, required, hint, error, ...rest }: TextAreaFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error}>
    {(control) => <textarea rows={4} {...rest} {...control} className="control" />}
  </Field>
)
