import type { ReactNode } from 'react'
import type { ArrayPath, FieldValues } from 'react-hook-form'
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from './field.tsx'
import { useFieldError } from './field-error.ts'
import { Beside, Form } from './form.tsx'
import { Rows, type RowsProps } from './rows.tsx'

/** The form whose values are `T`, and its fields, which are named by a path of `T`. */
export const formFor = <T extends FieldValues = never>() => ({
  Form: Form<T>,
  TextField: TextField<T>,
  NumberField: NumberField<T>,
  TextAreaField: TextAreaField<T>,
  SelectField: SelectField<T>,
  CheckField: CheckField<T>,
  Rows: Rows as <N extends ArrayPath<T>>(props: RowsProps<T, N>) => ReactNode,
  Beside: Beside<T>,
  useFieldError: useFieldError<T>,
})
