import type { Town } from '@kushi/contract/postcode'
import { compactDigits } from '@kushi/values/text'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { bareApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import type { PurchaseForm } from './purchase-form.ts'

const placeOf = ({ city, town }: Town) => `${city}${town}`

/** 郵便番号 → 住所, asked at the seventh digit that is typed. What was typed by hand is never overwritten unasked. */
export function usePostcode(part: 'member' | 'other') {
  const { getValues, setValue, clearErrors } = useFormContext<PurchaseForm>()
  const [asked, setAsked] = useState<string | null>(null)
  const [isTaken, setTaken] = useState(false)
  /** What was filled in last: it may be replaced, unlike what was typed. */
  const filled = useRef('')
  const { data, error, isLoading } = useAnswer(asked, async (signal) => {
    const params = { postal_code: asked ?? '' }
    return { asked, towns: (await bareApi('GET /postcodes/{postal_code}', { params }, { signal })).items }
  })
  const towns = data && data.asked === asked ? data.towns : null

  const fill = (pref_id: number | null, addr01: string) => {
    filled.current = addr01
    setValue(`${part}.pref_id`, String(pref_id ?? ''), { shouldTouch: true, shouldValidate: pref_id !== null })
    setValue(`${part}.addr01`, addr01, { shouldTouch: true })
    clearErrors(`${part}.addr01`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is used once, when it comes
  useEffect(() => {
    const first = towns?.[0]
    if (!first) return
    const there = getValues(`${part}.addr01`)
    if (there !== '' && there !== filled.current) return
    const isOne = towns.length === 1
    // Several towns: what they share is filled in, the rest is chosen.
    if (isOne) fill(first.pref_id, placeOf(first))
    else if (towns.every(({ city }) => city === first.city)) fill(first.pref_id, first.city)
    else fill(null, '')
    setTaken(isOne)
  }, [towns])

  return {
    /** Called with what stands in the field while it is typed. */
    typed: (text: string) => {
      const digits = compactDigits(text)
      setTaken(false)
      setAsked(/^\d{7}$/.test(digits) ? digits : null)
    },
    isLoading,
    hasFailed: error !== null,
    isUnknown: towns?.length === 0,
    /** To choose from; empty once one is in. */
    choices: isTaken ? [] : (towns ?? []).map((town) => ({ town, label: `${town.pref}${placeOf(town)}` })),
    choose: (town: Town) => {
      fill(town.pref_id, placeOf(town))
      setTaken(true)
    },
  }
}
