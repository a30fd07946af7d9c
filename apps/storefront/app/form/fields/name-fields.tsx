import { toHiragana } from '@kushi/values/kana'
import { type CompositionEvent, type FormEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AddressDraft } from '../../state/purchase-draft.ts'
import { TextField } from '../../ui/text-field.tsx'
import { kanaOf } from '../kana.ts'
import { useFields } from '../use-fields.ts'
import { normalizeText } from '../writing.ts'

/**
 * Captures the reading of a name during かな漢字変換: the kana that the user typed before the conversion to kanji.
 * `update` takes the current text of the composition; `end` takes its final text and returns the kana to add.
 */
export class KanaReading {
  #kana = ''

  update(shown: string): void {
    // Incomplete romaji at the end (やまd) are no kana yet.
    const kana = toHiragana(shown.normalize('NFKC')).replace(/[a-zA-Z]+$/, '')
    if (/^[ぁ-ゖー]+$/.test(kana)) this.#kana = kana
    else if (shown === '') this.#kana = ''
  }

  end(left: string): string {
    const kana = left === '' ? '' : this.#kana
    this.#kana = ''
    return kana
  }
}

/** Path of a person's fields in the form: '' or a path such as `other.`. */
export interface PersonPart {
  at?: string
  /** The fields are another person's, so the browser must not autofill or store them as the customer's own. */
  isOtherPerson?: boolean
}

/** 姓名 and せいめい. The kana are filled automatically from the conversion of the name. */
export function NameFields({ at = '', isOtherPerson = false }: PersonPart) {
  const { field, pathOf } = useFields<AddressDraft>(at)
  const familyNameKana = useAutoKana(pathOf('kana01'))
  const givenNameKana = useAutoKana(pathOf('kana02'))
  const token = (name: string) => (isOtherPerson ? `shipping ${name}` : name)
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...field('name01')}
          {...familyNameKana}
          label="姓"
          required
          placeholder="椿野"
          autoComplete={token('family-name')}
          normalize={normalizeText}
        />
        <TextField
          {...field('name02')}
          {...givenNameKana}
          label="名"
          required
          placeholder="花子"
          autoComplete={token('given-name')}
          normalize={normalizeText}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...field('kana01')}
          label="せい"
          required
          placeholder="つばきの"
          autoComplete="off"
          normalize={kanaOf}
        />
        <TextField
          {...field('kana02')}
          label="めい"
          required
          placeholder="はなこ"
          autoComplete="off"
          normalize={kanaOf}
        />
      </div>
    </>
  )
}

/** Fills the kana of a name from the text before the conversion, unless the user has typed kana. */
function useAutoKana(kana: string) {
  const { getValues, setValue } = useFormContext()
  const reading = useRef(new KanaReading())
  /** The text filled automatically so far. Any other text in the field was typed by the user. */
  const lastFilled = useRef('')

  const fill = (text: string) => {
    if (getValues(kana) !== lastFilled.current) return
    lastFilled.current = text
    setValue(kana, text, { shouldDirty: true, shouldTouch: true, shouldValidate: text !== '' })
  }
  return {
    onCompositionUpdate: (event: CompositionEvent<HTMLInputElement>) => reading.current.update(event.data),
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      const kanaOfIt = reading.current.end(event.data)
      if (kanaOfIt) fill(lastFilled.current + kanaOfIt)
    },
    onInput: (event: FormEvent<HTMLInputElement>) => {
      if (event.currentTarget.value === '') fill('')
    },
  }
}
