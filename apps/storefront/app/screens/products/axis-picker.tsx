import { useId } from 'react'
import type { PricedSku } from './priced.ts'
import { type Axis, choiceStateOf, chooseSku } from './selection.ts'

interface AxisPickerProps {
  axis: Axis
  which: 0 | 1
  skus: readonly PricedSku[]
  sku: PricedSku
  onChoose: (sku: PricedSku) => void
}

const marks = { ok: null, out_of_stock: '在庫切れ', none: '取り扱いなし' }

/**
 * Choice of a value of 香り or 内容量. Marks values that do not exist with the other choice; choosing one changes the other.
 */
export function AxisPicker({ axis, which, skus, sku, onChoose }: AxisPickerProps) {
  const name = useId()
  const current = which === 0 ? sku.set_item_name1 : sku.set_item_name2
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{axis.name}</legend>
      <div className="flex flex-wrap gap-2">
        {axis.values.map((value) => {
          const mark = marks[choiceStateOf(skus, sku, which, value)]
          return (
            <label
              key={value}
              className={`flex min-h-tap items-center rounded-base border bg-surface px-4 py-1 has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ${mark ? 'border-dashed border-edge text-muted' : 'border-line'}`}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={value === current}
                onChange={() => onChoose(chooseSku(skus, sku, which, value))}
              />
              <span>
                {value}
                {mark && <span className="ml-2 text-xs">{mark}</span>}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
