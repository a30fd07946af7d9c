import { readWholeNumber } from '@kushi/values/whole-number'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { type FieldValues, type Path, useFormContext } from 'react-hook-form'
import { Claims } from './claims.tsx'
import { cx } from './cx.ts'
import { useFieldError } from './field-error.ts'
import { Icon } from './icon.tsx'

interface LabelProps<T extends FieldValues> {
  name: NoInfer<Path<T>>
  label: ReactNode
  /** Shown under the field: what to type, and in which unit. */
  hint?: ReactNode
  isRequired?: boolean
  className?: string
}

/** Label, hint and error around a control. `children` receives the attributes that link them to the control. */
function FieldFrame<T extends FieldValues>({
  name,
  label,
  hint,
  isRequired,
  className,
  children,
}: LabelProps<T> & {
  children: (controlProps: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode
}) {
  const id = useId()
  const message = useFieldError<T>(name)
  return (
    <div className={cx('mb-4', className)}>
      <label htmlFor={id} className="mb-1 block font-medium text-xs">
        {label}
        {isRequired && <span className="ml-1 text-danger">必須</span>}
      </label>
      {children({ id, 'aria-invalid': message !== undefined, 'aria-describedby': `${id}-hint ${id}-error` })}
      <Claims<T> name={name} />
      <FieldHints id={id} hint={hint} message={message} />
    </div>
  )
}

/** Hint and error of a control, which refers to them by `aria-describedby`. */
export const FieldHints = ({ id, hint, message }: { id: string; hint?: ReactNode; message: string | undefined }) => (
  <>
    {hint && (
      <p id={`${id}-hint`} className="mt-1 text-muted text-xs">
        {hint}
      </p>
    )}
    {message && (
      <p id={`${id}-error`} className="mt-1 flex items-start gap-1 text-danger text-xs">
        <Icon name="warn" className="mt-0.5 size-3 shrink-0" />
        <span className="whitespace-pre-line">{message}</span>
      </p>
    )}
  </>
)

type ControlProps<T extends FieldValues, E extends 'input' | 'textarea'> = LabelProps<T> &
  Omit<ComponentProps<E>, keyof LabelProps<T>>

export function TextField<T extends FieldValues = never>({
  name,
  label,
  hint,
  isRequired,
  className,
  ...rest
}: ControlProps<T, 'input'>) {
  const { register } = useFormContext<T>()
  return (
    <FieldFrame<T> name={name} label={label} hint={hint} isRequired={isRequired ?? false} className={className ?? ''}>
      {(tied) => <input type="text" autoComplete="off" className="control" {...rest} {...register(name)} {...tied} />}
    </FieldFrame>
  )
}

/** A typed number; empty becomes null, and what is none becomes NaN, which the server refuses beside the field. */
export const toNumber = (text: unknown): number | null => readWholeNumber(String(text ?? ''))

/** A field for whole numbers; empty is null. `unit` is shown after it. */
export function NumberField<T extends FieldValues = never>({
  name,
  label,
  hint,
  isRequired,
  className,
  unit,
  ...rest
}: ControlProps<T, 'input'> & { unit: string }) {
  const { register } = useFormContext<T>()
  return (
    <FieldFrame<T> name={name} label={label} hint={hint} isRequired={isRequired ?? false} className={className ?? ''}>
      {(tied) => (
        <div className="flex items-center gap-2">
          <input
            inputMode="numeric"
            autoComplete="off"
            className="control numeric max-w-[160px] text-right"
            {...rest}
            {...register(name, { setValueAs: toNumber })}
            {...tied}
          />
          <span className="shrink-0 text-muted text-xs">{unit}</span>
        </div>
      )}
    </FieldFrame>
  )
}

export function TextAreaField<T extends FieldValues = never>({
  name,
  label,
  hint,
  isRequired,
  className,
  ...rest
}: ControlProps<T, 'textarea'>) {
  const { register } = useFormContext<T>()
  return (
    <FieldFrame<T> name={name} label={label} hint={hint} isRequired={isRequired ?? false} className={className ?? ''}>
      {(tied) => <textarea rows={4} className="control" {...rest} {...register(name)} {...tied} />}
    </FieldFrame>
  )
}

export interface Choice {
  value: string | number
  label: string
}

/** What is chosen from, of a table of names. */
export const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

interface SelectFieldProps<T extends FieldValues> extends LabelProps<T> {
  choices: readonly Choice[]
  empty?: string
  isNumber?: boolean
  onChoose?(): void
}

/** `isNumber`: the values are numbers (ids), and the empty choice is null. `onChoose`: after another one is chosen. */
export function SelectField<T extends FieldValues = never>({
  name,
  label,
  hint,
  isRequired,
  className,
  choices,
  empty,
  isNumber = false,
  onChoose,
}: SelectFieldProps<T>) {
  const { register } = useFormContext<T>()
  const toValue = (text: unknown) => (isNumber ? (text === '' || text === null ? null : Number(text)) : text)
  return (
    <FieldFrame<T> name={name} label={label} hint={hint} isRequired={isRequired ?? false} className={className ?? ''}>
      {(tied) => (
        <select
          className="control"
          {...register(name, { setValueAs: toValue, ...(onChoose && { onChange: onChoose }) })}
          {...tied}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

export function CheckField<T extends FieldValues = never>({ name, label, hint, className }: LabelProps<T>) {
  const id = useId()
  const { register } = useFormContext<T>()
  const message = useFieldError<T>(name)
  return (
    <div className={cx('mb-4', className)}>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-camellia"
          aria-invalid={message !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          {...register(name)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 ml-6 text-muted text-xs">
          {hint}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="mt-1 ml-6 flex items-start gap-1 text-danger text-xs">
          <Icon name="warn" className="mt-0.5 size-3 shrink-0" />
          {message}
        </p>
      )}
    </div>
  )
}
