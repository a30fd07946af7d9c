import { readWholeNumber } from '@kushi/values/whole-number'
import { useEffect, useId, useState } from 'react'
import { Icon } from './icon.tsx'

export interface QuantityProps {
  value: number
  onChange: (value: number) => void
  min?: number
  /** `sale_limit`, or the stock left. */
  max: number
  /** Accessible label: 純椿油「しずく」の数量. */
  label: string
}

/** A quantity: two buttons and an editable number. */
export function Quantity({ value, onChange, min = 1, max, label }: QuantityProps) {
  const [typed, setTyped] = useState(String(value))
  /** Why what was typed did not stay; null: it did. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const hint = useId()
  useEffect(() => setTyped(String(value)), [value])
  const commit = () => {
    const entered = readWholeNumber(typed) ?? value
    // 0 is no quantity: it leaves the one before. An item is removed by its own button.
    const limited = entered >= min ? Math.min(entered, max) : value
    setTyped(String(limited))
    setRefusal(entered > max ? `${max}点までです` : Number.isNaN(entered) ? '1点単位でご入力ください' : null)
    if (limited !== value) onChange(limited)
  }
  return (
    <fieldset className="inline-flex flex-wrap items-stretch rounded-base border border-edge bg-surface">
      <legend className="sr-only">{label}</legend>
      <QuantityButton
        icon="minus"
        label="1つ減らす"
        isEnd={value <= min}
        onClick={() => {
          setRefusal(null)
          onChange(value - 1)
        }}
      />
      <input
        inputMode="numeric"
        aria-label={label}
        aria-describedby={refusal ? hint : undefined}
        className="numeric w-tap border-x border-line text-center"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          // An Enter that confirms a conversion of the input method (IME) must not rewrite the text.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
        }}
      />
      <QuantityButton icon="plus" label="1つ増やす" isEnd={value >= max} onClick={() => onChange(value + 1)} />
      {refusal && (
        <span id={hint} role="status" className="w-full border-t border-line px-2 py-1 text-center text-xs">
          {refusal}
        </span>
      )}
    </fieldset>
  )
}

interface QuantityButtonProps {
  icon: 'plus' | 'minus'
  label: string
  isEnd: boolean
  onClick: () => void
}

/** One step up or down. At the limit it stays in the tab order, so that the focus isn't lost. */
const QuantityButton = ({ icon, label, isEnd, onClick }: QuantityButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isEnd || undefined}
    onClick={() => {
      if (!isEnd) onClick()
    }}
    className="grid size-tap place-items-center hover:bg-sand aria-disabled:cursor-default aria-disabled:text-line"
  >
    <Icon name={icon} size={16} />
  </button>
)
