import type { Delivery } from '@kushi/contract/delivery'
import type { Quote } from '@kushi/contract/quote'
import type { MasterData } from '@kushi/contract/setting'
import { formatYen } from '@kushi/values/yen'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { NoteFields } from '../../../form/fields/note-fields.tsx'
import { FormSection } from '../../../form/form.tsx'
import type { PurchaseFields, ShipTo } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import type { Answer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import type { PrefetchedAnswers } from './begin-answers.ts'
import { DateFields } from './date-fields.tsx'
import type { DeliveryDates } from './delivery-days.ts'

interface DeliverySectionProps {
  deliveries: readonly Delivery[]
  notes: readonly MasterData[]
  /** All items in the cart fit into a letter box (メール便). */
  areAllLight: boolean
  isPeriodic: boolean
  /** The quote with its query; undefined until the server responds. */
  quoted: { summary: Quote; query: { delivery_method_id?: number } } | undefined
  shipTo: ShipTo | null
  dates: Answer<DeliveryDates>
  /** 前払い: the last day on which it is paid; null: nothing is waited for. */
  pay_until: string | null
  prefetched: PrefetchedAnswers
}

/** お届け方法: method, date and time, and 置き配. */
export function DeliverySection(props: DeliverySectionProps) {
  const { deliveries, notes, areAllLight, isPeriodic, quoted, shipTo, dates, pay_until, prefetched } = props
  const { control, setValue } = useFormContext<PurchaseFields>()
  const { field } = useFields<PurchaseFields>()
  const delivery_id = useWatch({ control, name: 'delivery_id' })
  const quote = quoted?.summary
  // Too many light items do not fit into a letter box. Then the server's quote has another method than requested.
  const [refused, setRefused] = useState<number | null>(null)
  const quotedMethodId = quoted?.query.delivery_method_id
  useEffect(() => {
    if (quotedMethodId !== undefined && quotedMethodId !== quote?.delivery_id) setRefused(quotedMethodId)
  }, [quotedMethodId, quote])
  const possibleMethods = deliveries.filter(
    ({ id, mail_delivery_flag }) => id !== refused && (areAllLight || !mail_delivery_flag),
  )
  const chosen = possibleMethods.find(({ id }) => String(id) === delivery_id)
  const isPriced = quote !== undefined
  const defaultMethod = defaultMethodOf(possibleMethods, quote)
  useEffect(() => {
    if (!chosen && isPriced && defaultMethod) setValue('delivery_id', String(defaultMethod.id))
  }, [chosen, isPriced, defaultMethod, setValue])
  return (
    <FormSection title={isPeriodic ? '1回目のお届け' : 'お届け方法'}>
      {possibleMethods.length > 1 && (
        <RadioCards
          {...field('delivery_id')}
          legend="配送方法"
          required
          options={possibleMethods.map((delivery) => ({
            value: String(delivery.id),
            label: delivery.delivery_name,
            description: delivery.mail_delivery_flag
              ? 'ポストへお届けします。お届け日時の指定と代金引換はご利用いただけません。'
              : '手渡し、または置き配でお届けします。',
            aside: <span className="numeric text-sm">{formatYen(delivery.flat_rate_delivery_fee)}</span>,
          }))}
        />
      )}
      {quote?.is_remote_island && (
        <Notice tone="warning">
          離島へのお届けのため、通常より日数がかかります。また、ほかの商品やサンプルとの同梱はできません。
        </Notice>
      )}
      {chosen?.mail_delivery_flag ? (
        <Notice>メール便は、最短の日程でポストへお届けします。</Notice>
      ) : (
        <>
          <DateFields
            delivery_id={chosen?.id ?? null}
            shipTo={shipTo}
            dates={dates}
            pay_until={pay_until}
            prefetched={prefetched}
          />
          <NoteFields notes={notes} />
        </>
      )}
    </FormSection>
  )
}

/** The default method: the one with the lowest flat rate or, if delivery is free, the first one (delivery by hand). */
function defaultMethodOf(possible: readonly Delivery[], quote: Quote | undefined): Delivery | undefined {
  const isFree = quote?.delivery_fee === 0
  const fees = possible.map((delivery) => delivery.flat_rate_delivery_fee)
  return isFree ? possible[0] : possible.find((delivery) => delivery.flat_rate_delivery_fee === Math.min(...fees))
}
