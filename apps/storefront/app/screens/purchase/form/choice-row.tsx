import { type ComponentProps, useId } from 'react'
import { RequiredMark } from '../../../ui/required-mark.tsx'

interface ChoiceRowProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'required'> {
  legend: string
  required?: boolean
  options: readonly { value: string; label: string }[]
}

/** One of a few short words, beside each other. Takes `{...register('name')}`. */
export function ChoiceRow({ legend, required, options, ...input }: ChoiceRowProps) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id}>
      <legend id={id} className="mb-1 flex items-center gap-2 text-sm font-medium">
        {legend}
        <RequiredMark required={required} />
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-tap items-center gap-2">
            <input {...input} type="radio" value={option.value} className="size-5 accent-ink" />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
