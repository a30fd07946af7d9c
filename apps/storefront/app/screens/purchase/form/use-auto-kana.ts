import { type CompositionEvent, type FormEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { KanaReading } from './kana-reading.ts'
import type { PurchaseForm } from './purchase-form.ts'

type KanaPath = `${'member' | 'other'}.${'kana01' | 'kana02'}`

/** Fills the kana beside a name from what was typed before it was converted, as long as nobody wrote there by hand. */
export function useAutoKana(kana: KanaPath) {
  const { getValues, setValue } = useFormContext<PurchaseForm>()
  const reading = useRef(new KanaReading())
  /** What was filled in so far; anything else in the field was typed. */
  const filled = useRef('')

  const fill = (text: string) => {
    if (getValues(kana) !== filled.current) return
    filled.current = text
    setValue(kana, text, { shouldDirty: true, shouldTouch: true, shouldValidate: text !== '' })
  }
  return {
    onCompositionUpdate: (event: CompositionEvent<HTMLInputElement>) => reading.current.update(event.data),
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      const kanaOfIt = reading.current.end(event.data)
      if (kanaOfIt) fill(filled.current + kanaOfIt)
    },
    onInput: (event: FormEvent<HTMLInputElement>) => {
      if (event.currentTarget.value === '') fill('')
    },
  }
}
