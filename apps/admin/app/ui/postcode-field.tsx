import type { FoundTown } from '@kushi/contract/admin/postcode'
import { isPlaceOfPostcode, townNamesText } from '@kushi/values/postcode-town'
import { compactDigits } from '@kushi/values/text'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { api } from '../api.ts'
import { FieldHints } from './field.tsx'
import { type PrefixOf, useFieldError } from './field-error.ts'
import { TownDoubt } from './town-doubt.tsx'

const placeOf = ({ city, town }: FoundTown) => `${city}${town}`

/**
 * 郵便番号 in one field. At the seventh digit it fills 都道府県 and 市区町村 of the address `at`, unless the operator typed them.
 */
export function PostcodeField<T extends FieldValues = never>(props: { at: NoInfer<PrefixOf<T, '.postal_code01'>> }) {
  const at: string = props.at
  const id = useId()
  const { getValues, setValue, watch } = useFormContext()
  const [text, setText] = useState<string>(
    () => `${getValues(`${at}.postal_code01`) ?? ''}${getValues(`${at}.postal_code02`) ?? ''}`,
  )
  const [lookup, setLookup] = useState<string | null>(null)
  const [towns, setTowns] = useState<FoundTown[]>([])
  const lastFilled = useRef('')
  const typed = useRef(text)
  const given = `${watch(`${at}.postal_code01`) ?? ''}${watch(`${at}.postal_code02`) ?? ''}`
  const compare = useEffectEvent((postal_code: string) => void look(postal_code, false))
  // The form may be filled with another address.
  useEffect(() => {
    if (given === typed.current) return
    typed.current = given
    setText(given)
    setTowns([])
    compare(given)
  }, [given])
  useEffect(() => compare(typed.current), [])
  const [pref_id, addr01, addr02] = watch([`${at}.pref_id`, `${at}.addr01`, `${at}.addr02`])
  const canCheck = towns.length > 0 && Boolean(addr01)
  const isMismatch = canCheck && !isPlaceOfPostcode(towns, { pref_id: Number(pref_id), addr01, addr02: addr02 ?? '' })

  const fill = (town: FoundTown) => {
    lastFilled.current = placeOf(town)
    setValue(`${at}.pref_id`, town.pref_id, { shouldDirty: true })
    setValue(`${at}.addr01`, lastFilled.current, { shouldDirty: true })
  }
  const look = async (postal_code: string, mayFill: boolean) => {
    if (!/^\d{7}$/.test(postal_code)) return
    setLookup('住所を調べています')
    const found = await api('GET /admin/v1/postcodes/{postal_code}', { params: { postal_code } }).catch(() => null)
    if (typed.current !== postal_code) return
    setLookup(
      found === null ? '住所を調べられませんでした。' : found.items.length === 0 ? '住所が見つかりません。' : null,
    )
    setTowns(found?.items ?? [])
    const [first, ...others] = found?.items ?? []
    const enteredCity = getValues(`${at}.addr01`) as string
    if (mayFill && first && others.length === 0 && (enteredCity === '' || enteredCity === lastFilled.current))
      fill(first)
  }
  const change = (next: string) => {
    const digits = compactDigits(next.replace(/〒/g, ''))
    setText(next)
    setLookup(null)
    setTowns([])
    typed.current = digits
    setValue(`${at}.postal_code01`, digits.slice(0, 3), { shouldDirty: true })
    setValue(`${at}.postal_code02`, digits.slice(3), { shouldDirty: true })
    void look(digits, true)
  }
  const errors = [useFieldError<FieldValues>(`${at}.postal_code01`), useFieldError<FieldValues>(`${at}.postal_code02`)]
  const message = errors[0] ?? errors[1]
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block font-medium text-xs">
        郵便番号<span className="ml-1 text-danger">必須</span>
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="control numeric"
        value={text}
        aria-invalid={message !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setText(typed.current)}
      />
      <p id={`${id}-hint`} aria-live="polite" className="mt-1 text-muted text-xs">
        {lookup ?? '7桁を入力すると、住所が入ります。'}
      </p>
      <FieldHints id={id} message={message} />
      {(isMismatch || (towns.length > 0 && !addr01)) && (
        <TownDoubt names={isMismatch ? townNamesText(towns) : null} towns={towns} onReplace={fill} />
      )}
    </div>
  )
}
