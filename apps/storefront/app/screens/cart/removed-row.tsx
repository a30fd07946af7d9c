import { wrapInQuoteMarks } from '@kushi/values/price'
import { useEffect, useId, useRef } from 'react'

interface RemovedRowProps {
  product_name: string
  onUndo: () => void
}

/** Shown in the place of a removed item, with an undo button under the customer's finger. */
export function RemovedRow({ product_name, onUndo }: RemovedRowProps) {
  const id = useId()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus({ preventScroll: true }), [])
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-3 text-sm">
      <span id={id}>{wrapInQuoteMarks(product_name)}を削除しました</span>
      <button
        ref={undo}
        type="button"
        aria-describedby={id}
        className="text-link min-h-tap px-2 font-medium"
        onClick={onUndo}
      >
        元に戻す
      </button>
    </li>
  )
}
