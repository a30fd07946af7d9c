import type { MasterData } from '@kushi/contract/setting'
import type { DeliveryOffer, Subscription } from '@kushi/contract/subscription'
import { deliveryFeesText } from '@kushi/values/order-amounts'
import { useFormContext } from 'react-hook-form'
import { NoteFields } from '../../../form/fields/note-fields.tsx'
import { FormSection } from '../../../form/form.tsx'
import { typedNote } from '../../../form/note.ts'
import { type SubscriptionFields, typedTime } from '../../../form/subscription.ts'
import { useFields } from '../../../form/use-fields.ts'
import { FieldError } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'

interface DeliverySectionProps {
  subscription: Subscription
  notes: readonly MasterData[]
  /** The possible delivery methods with the current changes. */
  deliveries: readonly DeliveryOffer[]
  /** The current delivery method. */
  method: DeliveryOffer | undefined
  /** The items are changed. */
  hasOtherGoods: boolean
}

/** お届け方法: the method, if there is a choice, and 置き配. */
export function DeliverySection({ subscription, notes, deliveries, method, hasOtherGoods }: DeliverySectionProps) {
  const { setValue, getValues } = useFormContext<SubscriptionFields>()
  const { errorOf } = useFields<SubscriptionFields>()
  const isChoice = deliveries.length > 1
  const isLetter = method?.mail_delivery_flag ?? false
  const error = errorOf('delivery_id')
  const isMoved = method && method.id !== subscription.delivery_id && getValues('delivery_id') !== String(method.id)
  // A prepaid subscription (年払い) includes the delivery fee.
  const feeOf = (offer: DeliveryOffer) =>
    subscription.prepaid === null && (offer.delivery_fee + offer.cool_fee === 0 ? '送料無料' : deliveryFeesText(offer))
  const choose = (id: number) => {
    const isCurrent = id === subscription.delivery_id
    setValue('delivery_id', isCurrent && !hasOtherGoods ? '' : String(id))
    // Each method has its own times. A letter box (メール便) has neither a time nor 置き配.
    setValue('delivery_time_id', isCurrent ? typedTime(subscription) : '')
    const willBeLetter = deliveries.some((one) => one.id === id && one.mail_delivery_flag)
    if (willBeLetter === isLetter) return
    const text = willBeLetter ? '' : subscription.shipping_address.delivery_notes
    const { note, note_text } = typedNote(
      text,
      notes.map(({ label }) => label),
    )
    setValue('note', note)
    setValue('note_text', note_text)
  }
  return (
    <FormSection id="delivery" title={isChoice || isLetter || isMoved ? 'お届け方法' : '置き配・配送メモ'}>
      {isMoved && (
        <Notice role="status">
          この商品と数量では、{method.delivery_name}でお届けします
          {feeOf(method) && `(${feeOf(method)})`}。
        </Notice>
      )}
      {isChoice && (
        <RadioCards
          name="delivery_id"
          legend="配送方法"
          value={method && String(method.id)}
          onValue={(id) => choose(Number(id))}
          error={error}
          options={deliveries.map((one) => ({
            value: String(one.id),
            label: one.delivery_name,
            description: one.mail_delivery_flag
              ? 'ポストへお届けします。時間帯と置き配の指定、代金引換はご利用いただけません。'
              : '手渡し、または置き配でお届けします。',
            aside: feeOf(one) && <span className="numeric text-sm">{feeOf(one)}</span>,
          }))}
        />
      )}
      {!isLetter && <NoteFields notes={notes} />}
      {!isChoice && <FieldError id="delivery-error">{error}</FieldError>}
    </FormSection>
  )
}
