import type { Card } from '@kushi/contract/card'
import type { Quote } from '@kushi/contract/quote'
import type { PaymentMethod } from '@kushi/contract/setting'
import { isCardExpired } from '@kushi/values/card'
import { isCardPayment, paymentMethodName } from '@kushi/values/payment-method'
import { secondWayLabel } from '@kushi/values/second-way'
import { formatYen } from '@kushi/values/yen'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FoldedPart } from '../../../form/folded-part.tsx'
import { cardPayment, needsSecondWay, type PurchaseFields, paymentOf } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { brandName, expiryText, readableCard } from '../../../payment/chosen-card.ts'
import { laterPaymentMethodText, secondWayText } from '../../../payment/second-way.ts'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import { useContractPayments } from '../../../payment/use-contract-payments.ts'
import { paymentChoice } from '../../../state/purchase-draft.ts'
import { today } from '../../../today.ts'
import { Answered } from '../../../ui/loaded.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface SecondWayProps {
  quote: Quote
  cards: readonly Card[] | null
  /** 置き配 of the deliveries. */
  delivery_notes: string
}

/**
 * お支払いできないときに使う方法 of the later deliveries: optional, and nothing chosen in advance. A card is one of the member's others:
 * the one that is typed is saved with this order. Where the way of the order pays the first delivery only: 2回目からのお支払い方法, one of
 * which is chosen.
 */
export function SecondWay(props: SecondWayProps) {
  const { control, getValues } = useFormContext<PurchaseFields>()
  const { errorOf } = useFields<PurchaseFields>()
  const payment = useWatch({ control, name: 'payment' })
  if (needsSecondWay({ payment }, 'periodic'))
    return (
      <div className="mt-8 grid gap-4">
        <Choice {...props} isOpen />
      </div>
    )
  const isFilled = getValues('second_way') !== ''
  return (
    <FoldedPart
      title="お支払いできないときに使う方法"
      isFilled={isFilled}
      hasError={Boolean(errorOf('second_way') ?? errorOf('second_way_consent'))}
    >
      {(isOpen) => <Choice {...props} isOpen={isOpen} />}
    </FoldedPart>
  )
}

function Choice({ quote, cards, delivery_notes, isOpen }: SecondWayProps & { isOpen: boolean }) {
  const { control, getValues, setValue } = useFormContext<PurchaseFields>()
  const { field } = useFields<PurchaseFields>()
  const [payment, card, second_way] = useWatch({ control, name: ['payment', 'card', 'second_way'] })
  const present = paymentOf({ payment }) ?? null
  const isRequired = needsSecondWay({ payment }, 'periodic')
  const [next] = quote.later
  const delivery = next && {
    delivery_id: quote.delivery_id,
    amount: beforeFee(next),
    following_amount: Math.max(...quote.later.map(beforeFee)),
    is_lump_sum: false,
    delivery_notes,
  }
  const answer = useContractPayments(isOpen && delivery ? delivery : null, present)
  const usable = (cards ?? []).filter(
    (one) => !isCardExpired(one.expire, today()) && String(one.card_seq) !== (isCardPayment(present) && card),
  )
  const options = answer.data && optionsOf(answer.data, present, usable, isRequired)
  const chosen = options?.find(({ value }) => value === second_way)

  // Clears a choice that is no longer offered, for example because the order itself now uses that payment method.
  const isUnavailable = options !== undefined && chosen === undefined
  useEffect(() => {
    if (isUnavailable && getValues('second_way')) setValue('second_way', '')
  }, [isUnavailable, getValues, setValue])

  return (
    <>
      <p className="text-sm">
        {isRequired ? laterPaymentMethodText(paymentMethodName(present)) : secondWayText(paymentMethodName(present))}
      </p>
      <Answered answer={answer} skeleton={<Skeleton className="h-40 w-full" />}>
        {() => (
          <RadioCards
            {...field('second_way', { onChange: () => setValue('second_way_consent', false) })}
            legend={secondWayLabel(present)}
            hideLegend={!isRequired}
            required={isRequired}
            options={isRequired ? (options ?? []) : [noSecondWay, ...(options ?? [])]}
          />
        )}
      </Answered>
      {chosen?.consent_text && <ThirdPartyConsent {...field('second_way_consent')} text={chosen.consent_text} />}
    </>
  )
}

const noSecondWay = {
  value: '',
  label: '決めておかない',
  description: 'お支払いできないときは、メールでお知らせします。あとからマイページでも決められます。',
}

const beforeFee = ({ payment_total, payment_fee }: Pick<Quote, 'payment_total' | 'payment_fee'>) =>
  Math.max(0, payment_total - payment_fee)

type ContractPayments = NonNullable<ReturnType<typeof useContractPayments>['data']>

/** What the contract can change to, as in my page, without what has to be linked or entered first. */
function optionsOf(
  { methods, linkable }: ContractPayments,
  present: number | null,
  cards: readonly Card[],
  isRequired: boolean,
) {
  const possible = methods.filter(
    ({ payment_method_id: id, is_available }) =>
      is_available && !linkable.some((one) => one.payment_method_id === id) && (isCardPayment(id) || id !== present),
  )
  return possible.flatMap((method) => {
    const { payment_method_id, payment_name: label, description, consent_text } = method
    const option = { consent_text, aside: feeOf(method, isRequired) }
    if (!isCardPayment(payment_method_id))
      return [{ ...option, value: paymentChoice(payment_method_id), label, description }]
    return cards.map((card) => ({
      ...option,
      value: cardPayment(card.card_seq),
      label: `${brandName(card.brand)} ${readableCard(card.card_info)}`,
      description: `有効期限 ${expiryText(card.expire)}`,
    }))
  })
}

const feeOf = ({ fee }: PaymentMethod, isRequired: boolean) => (
  <span className="numeric text-sm text-muted">
    {fee === 0 ? '手数料なし' : `${isRequired ? '手数料' : '切り替えたあとの手数料'} ${formatYen(fee)}`}
  </span>
)
