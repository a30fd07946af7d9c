import type { Town } from '@kushi/contract/postcode'
import { isPlaceOfPostcode, townNamesText } from '@kushi/values/postcode-town'
import { compactDigits } from '@kushi/values/text'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { bareApi } from '../../api.ts'
import type { AddressDraft } from '../../state/purchase-draft.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFields } from '../use-fields.ts'
import type { PersonPart } from './name-fields.tsx'

interface PostcodeFieldProps extends PersonPart {
  /** What follows from the postcode besides the address; one live region speaks it all. */
  children?: ReactNode
}

/** 郵便番号 in one field. It fills the address below. */
export function PostcodeField({ at = '', isOtherPerson = false, children }: PostcodeFieldProps) {
  const postcode = usePostcode(at)
  const field = useFields<AddressDraft>(at).field('postal_code')
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        label="郵便番号"
        required
        hint="ハイフンなしの7桁。住所を自動で入力します"
        inputMode="numeric"
        placeholder="1500001"
        autoComplete={isOtherPerson ? 'shipping postal-code' : 'postal-code'}
        normalize={(typed) => compactDigits(typed.replace(/〒/g, ''))}
        onChange={(event) => {
          postcode.typed(event.currentTarget.value)
          return field.onChange(event)
        }}
      />
      <div aria-live="polite" className="grid gap-2 text-sm empty:hidden">
        {postcode.isLoading && <p className="text-muted">住所を調べています</p>}
        {postcode.hasFailed && (
          <p className="text-muted">住所を調べられませんでした。お手数ですが、下の欄にご入力ください。</p>
        )}
        {postcode.isUnknown && (
          <p className="text-muted">
            この郵便番号の住所が見つかりません。番号をお確かめのうえ、下の欄にご入力ください。
          </p>
        )}
        {postcode.misfit && (
          <p>この郵便番号は「{postcode.misfit}」です。下のご住所と合っているか、お確かめください。</p>
        )}
        {postcode.choices.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">
              {postcode.choices.length > 1 ? '該当する住所をお選びください' : '住所を置き換えますか'}
            </legend>
            {postcode.choices.map(({ town, label }) => (
              <button
                key={label}
                type="button"
                className="min-h-tap rounded-base border border-line bg-surface px-4 py-2 text-left hover:border-ink"
                // Keeps the focus in the field above: an error on blur would move this button during the tap.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => postcode.choose(town)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        )}
        {children}
      </div>
    </div>
  )
}

const placeOf = ({ city, town }: Town) => `${city}${town}`

/** 郵便番号 → 住所, looked up at the seventh digit. Never overwrites typed text without a choice by the user. */
function usePostcode(at: string) {
  const { getValues, setValue, clearErrors } = useFormContext()
  const [requestedPostcode, setRequestedPostcode] = useState<string | null>(null)
  const [isFilled, setFilled] = useState(false)
  /** The text filled automatically last. It may be replaced, unlike typed text. */
  const filled = useRef('')
  const { data, error, isLoading } = useAnswer(requestedPostcode, async (signal) => {
    const params = { postal_code: requestedPostcode ?? '' }
    return {
      asked: requestedPostcode,
      towns: (await bareApi('GET /postcodes/{postal_code}', { params }, { signal })).items,
    }
  })
  const towns = data && data.asked === requestedPostcode ? data.towns : null

  const fill = (pref_id: number | null, addr01: string) => {
    filled.current = addr01
    setValue(`${at}pref_id`, String(pref_id ?? ''), { shouldTouch: true, shouldValidate: pref_id !== null })
    setValue(`${at}addr01`, addr01, { shouldTouch: true })
    clearErrors(`${at}addr01`)
  }
  const fillFrom = useEffectEvent((towns: readonly Town[]) => {
    const [first] = towns
    if (!first) return
    const enteredCity = getValues(`${at}addr01`)
    if (enteredCity !== '' && enteredCity !== filled.current) return
    const isUnique = towns.length === 1
    // Several towns: fills the common part; the user chooses the rest.
    if (isUnique) fill(first.pref_id, placeOf(first))
    else if (towns.every(({ city }) => city === first.city)) fill(first.pref_id, first.city)
    else fill(null, '')
    setFilled(isUnique)
  })
  useEffect(() => fillFrom(towns ?? []), [towns])

  const [mismatch, setMismatch] = useState<string | null>(null)
  // Judged when a field is left, so that nothing moves while an address is typed.
  useEffect(() => {
    const checkAddress = () => {
      const [pref_id, addr01, addr02] = getValues([`${at}pref_id`, `${at}addr01`, `${at}addr02`]) as string[]
      const canCheck = (towns ?? []).length > 0 && Boolean(addr01) && Boolean(pref_id)
      const place = { pref_id: Number(pref_id), addr01: addr01 ?? '', addr02: addr02 ?? '' }
      setMismatch(canCheck && !isPlaceOfPostcode(towns!, place) ? townNamesText(towns!) : null)
    }
    checkAddress()
    addEventListener('focusout', checkAddress)
    return () => removeEventListener('focusout', checkAddress)
  }, [towns, at, getValues])

  return {
    /** What the postcode names, if the address below does not fit. */
    misfit: mismatch,
    /** Called with the text of the field on every input. */
    typed: (text: string) => {
      const digits = compactDigits(text)
      setFilled(false)
      setRequestedPostcode(/^\d{7}$/.test(digits) ? digits : null)
    },
    isLoading,
    hasFailed: error !== null,
    isUnknown: towns?.length === 0,
    /** Towns to choose from; empty after one is filled in. */
    choices:
      isFilled && mismatch === null
        ? []
        : (towns ?? []).map((town) => ({ town, label: `${town.pref}${placeOf(town)}` })),
    choose: (town: Town) => {
      fill(town.pref_id, placeOf(town))
      setFilled(true)
    },
  }
}
