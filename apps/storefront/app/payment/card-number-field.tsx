import { useLayoutEffect, useRef } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Field } from '../ui/field.tsx'
import { cardDigits, groupCardNumber } from './card-fields.ts'

interface CardNumberFieldProps {
  value: string
  /** The brand, as soon as the digits identify it. */
  brand: string | null
  hint: string
  error?: string | undefined
  onValue: (typed: string) => void
  onLeave: () => void
}

/**
 * The number in groups, with its brand as soon as it is known. The caret stays after the typed digit. While an input
 * method (IME) composes, the text stays as it is: to rewrite it would make the browser insert the composed digits again.
 */
export function CardNumberField({ value, brand, hint, error, onValue, onLeave }: CardNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number | null>(null)

  const placeCaret = (control: HTMLInputElement) => {
    const before = control.value.slice(0, control.selectionStart ?? control.value.length)
    digitsBeforeCaret.current = cardDigits(before).length
    onValue(groupCardNumber(control.value))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is placed after React has written `value`
  useLayoutEffect(() => {
    const digitCount = digitsBeforeCaret.current
    if (digitCount === null || !input.current) return
    digitsBeforeCaret.current = null
    const caret = positionAfter(input.current.value, digitCount)
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
            // The longest number in groups, with room for what a paste brings along.
            maxLength={40}
            onChange={({ currentTarget, nativeEvent }) => {
              if ((nativeEvent as InputEvent).isComposing) onValue(currentTarget.value)
              else placeCaret(currentTarget)
            }}
            onCompositionEnd={({ currentTarget }) => placeCaret(currentTarget)}
            onBlur={({ currentTarget }) => {
              placeCaret(currentTarget)
              onLeave()
            }}
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
  let digitsSeen = 0
  for (let position = 0; position < text.length; position++) {
    if (digitsSeen === digits) return position
    if (/\d/.test(text.charAt(position))) digitsSeen++
  }
  return text.length
}
