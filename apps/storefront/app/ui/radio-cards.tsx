import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './button.tsx'
import { FieldError, RequiredMark } from './field.tsx'

export interface RadioCardsProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'required' | 'value'> {
  legend: string
  /** Only for screen readers. */
  hideLegend?: boolean
  required?: boolean | undefined
  options: readonly RadioOption[]
  error?: string | undefined
  /** The chosen value, if controlled by `onValue`. Left out with `{...register('name')}`. */
  value?: string | undefined
  onValue?: ((value: string) => void) | undefined
  /** Columns of cards from tablets on. */
  columns?: 1 | 2
}

/** Radio buttons as cards with space for text and a price. */
export function RadioCards(props: RadioCardsProps) {
  const {
    legend,
    hideLegend = false,
    required,
    options,
    error,
    value,
    onValue,
    columns = 1,
    name,
    onChange,
    ...rest
  } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 flex items-center gap-2 text-sm font-medium'}>
        {legend}
        {!hideLegend && <RequiredMark required={required} />}
      </legend>
      <div className={cx('grid gap-2', columns === 2 && 'md:grid-cols-2')}>
        {options.map((option) => (
          <RadioCard
            key={option.value}
            option={option}
            input={{
              ...rest,
              name: name ?? id,
              'aria-invalid': error ? true : undefined,
              ...(value === undefined ? {} : { checked: value === option.value }),
              onChange: (event) => {
                onChange?.(event)
                onValue?.(option.value)
              },
            }}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

/** A single card of `RadioCards`. */
function RadioCard({ option, input }: { option: RadioOption; input: ComponentProps<'input'> }) {
  const id = useId()
  return (
    <label className="flex min-h-tap items-start gap-3 rounded-base border border-line bg-surface px-4 py-3 has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-disabled:bg-sand has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      <input
        {...input}
        type="radio"
        value={option.value}
        disabled={option.disabled}
        aria-describedby={option.description ? id : undefined}
        className="mt-1 size-5 shrink-0 accent-ink outline-none"
      />
      <span className="grid grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{option.label}</span>
          {option.aside}
        </span>
        {option.description && (
          <span id={id} className="text-sm text-muted">
            {option.description}
          </span>
        )}
      </span>
    </label>
  )
}

/** One card of `RadioCards`. */
interface RadioOption {
  value: string
  label: ReactNode
  /** A second line, smaller. */
  description?: ReactNode
  /** At the right edge: a price. */
  aside?: ReactNode
  /** Can't be chosen; `description` states why. */
  disabled?: boolean
}
