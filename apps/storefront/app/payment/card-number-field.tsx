import { cardBrand, maxCardLength } from '@kushi/values/card'
import { compactDigits } from '@kushi/values/text'
import { useLayoutEffect, useRef } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Field } from '../ui/field.tsx'
import { groupCardNumber } from './card-fields.ts'

interface CardNumberFieldProps {
  value: string
  /** The brand, as soon as the digits identify it. */
  brand: string | null
  hint: string
  error?: string | undefined
  onValue: (grouped: string) => void
  onLeave: () => void
}

/** The number in groups, with its brand as soon as it is known. The caret stays after the typed digit. */
export function CardNumberField({ value, brand, hint, error, onValue, onLeave }: CardNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret moves when the groups do
  useLayoutEffect(() => {
    const wanted = digitsBeforeCaret.current
    if (wanted === null || !input.current) return
    digitsBeforeCaret.current = null
    const caret = positionAfter(input.current.value, wanted)
    input.current.setSelectionRange(caret, caret)
  }, [value])

  return (
    <Field label="カード番号" required hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="cc-number"
            spellCheck={false}
            className="control numeric pr-32"
            value={value}
            onChange={(event) => {
              const { value: typed, selectionStart } = event.currentTarget
              digitsBeforeCaret.current = compactDigits(typed.slice(0, selectionStart ?? typed.length)).length
              const digits = compactDigits(typed).replace(/\D/g, '')
              onValue(groupCardNumber(digits.slice(0, maxCardLength(cardBrand(digits)))))
            }}
            onBlur={onLeave}
          />
          <span aria-live="polite" className="pointer-events-none absolute inset-y-0 right-3 flex items-center">
            {brand && <Badge>{brand}</Badge>}
          </span>
        </span>
      )}
    </Field>
  )
}

/** The caret position after this number of digits. */
function positionAfter(text: string, digits: number): number {
  let seen = 0
  for (let position = 0; position < text.length; position++) {
    if (seen === digits) return position
    if (/\d/.test(text.charAt(position))) seen++
  }
  return text.length
}
