import { type ComponentProps, useId } from 'react'
import type { RadioOption } from './radio-option.ts'

/** A single card of `RadioCards`. */
export function RadioCard({ option, input }: { option: RadioOption; input: ComponentProps<'input'> }) {
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
