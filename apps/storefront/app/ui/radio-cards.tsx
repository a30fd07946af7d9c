import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field-error.tsx'
import { RadioCard } from './radio-card.tsx'
import type { RadioOption } from './radio-option.ts'
import { RequiredMark } from './required-mark.tsx'

export interface RadioCardsProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'required' | 'value'> {
  legend: string
  /** Read aloud only. */
  hideLegend?: boolean
  required?: boolean | undefined
  options: readonly RadioOption[]
  error?: string | undefined
  /** Controlled: the chosen value, with `onValue`. Left out for `{...register('name')}`. */
  value?: string | undefined
  onValue?: ((value: string) => void) | undefined
  /** Cards beside each other from tablets on. */
  columns?: 1 | 2
}

/** One of a few, each a card with room for words and a price. */
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
