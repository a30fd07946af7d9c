import type { ReactNode } from 'react'

interface Props {
  isOn: boolean
  onChange(isOn: boolean): void
  children: ReactNode
}

/** A labelled checkbox outside a form. */
export const Checkbox = ({ isOn, onChange, children }: Props) => (
  <label className="flex items-start gap-2">
    <input
      type="checkbox"
      className="mt-0.5 size-4 shrink-0 accent-camellia"
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{children}</span>
  </label>
)
