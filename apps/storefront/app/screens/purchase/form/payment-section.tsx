import type { Card } from '@kushi/contract/card'
import type { PaymentMethod } from '@kushi/contract/setting'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { KONBINI_IDS, KONBINI_NAME } from '@kushi/values/konbini'
import {
  isCardPayment,
  isCashOnDelivery,
  isPaidByBankTransfers,
  NOTHING_TO_PAY_TEXT,
  PAYMENT_METHOD,
  paymentMethod,
} from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormSection } from '../../../form/form.tsx'
import { needsSecondWay, type PurchaseFields } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import type { CardFormState } from '../../../payment/use-card-form.ts'
import { CASH, paymentChoice } from '../../../state/purchase-draft.ts'
import type { Answer } from '../../../state/use-answer.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AmazonChoice } from './amazon-choice.tsx'
import { CardChoice } from './card-choice.tsx'

interface PaymentSectionProps {
  methods: Answer<PaymentMethod[]>
  /** Saved cards; null: they could not be loaded. */
  cards: readonly Card[] | null
  cardForm: CardFormState
  isPeriodic: boolean
  /** Nothing is to be paid, so no method is chosen. */
  isFree: boolean
  /** お支払いできないときに使う方法, for a way that can be refused. */
  secondWay: ReactNode
}

const CARD = paymentChoice(PAYMENT_METHOD.credit_card)
const choiceOf = ({ payment_method_id }: PaymentMethod) => paymentChoice(payment_method_id)
/** The shop's own fee. Of 銀行振込 without one nothing is said, because the bank takes its fee. */
const feeOf = ({ fee, payment_method_id }: PaymentMethod) =>
  fee === 0 && isPaidByBankTransfers(payment_method_id) ? undefined : (
    <span className="numeric text-sm text-muted">{fee === 0 ? '手数料なし' : `手数料 ${formatYen(fee)}`}</span>
  )

/** お支払い方法, each with its fee, or the reason why it is not available. */
export function PaymentSection({ methods, cards, cardForm, isPeriodic, isFree, secondWay }: PaymentSectionProps) {
  const { control, getValues, setValue } = useFormContext<PurchaseFields>()
  const { field, errorOf } = useFields<PurchaseFields>()
  const payment = useWatch({ control, name: 'payment' })
  const chosen = methods.data?.find((method) => choiceOf(method) === payment)

  // Preselects the usual method, and clears one that is no longer available.
  const isSetFree = useRef(false)
  useEffect(() => {
    if (isFree) {
      isSetFree.current = true
      setValue('payment', CASH)
      return
    }
    if (isSetFree.current) setValue('payment', '')
    isSetFree.current = false
    if (!methods.data) return
    const possible = methods.data.filter((method) => method.is_available).map(choiceOf)
    const chosen = getValues('payment')
    if (chosen ? !possible.includes(chosen) : possible.includes(CARD)) setValue('payment', chosen ? '' : CARD)
  }, [methods.data, isFree, getValues, setValue])

  // What was named in case of a refusal is not meant for every later delivery, and the other way round.
  const isForLater = isPeriodic && needsSecondWay({ payment }, 'periodic')
  const wasForLater = useRef<boolean | null>(null)
  useEffect(() => {
    if (payment === '' || payment === CASH) return
    if (wasForLater.current !== null && wasForLater.current !== isForLater) {
      setValue('second_way', '')
      setValue('second_way_consent', false)
    }
    wasForLater.current = isForLater
  }, [payment, isForLater, setValue])

  if (isFree)
    return (
      <FormSection title="お支払い方法">
        <p>{NOTHING_TO_PAY_TEXT}</p>
      </FormSection>
    )

  return (
    <FormSection title="お支払い方法">
      {!methods.data && !methods.error && <Skeleton className="h-40 w-full" />}
      {methods.error && !methods.data && (
        <ErrorState
          title="お支払い方法を読み込めませんでした"
          text="ご入力の内容はそのまま残っています。"
          onRetry={methods.retry}
        />
      )}
      {methods.data && (
        <RadioCards
          {...field('payment', { onChange: () => setValue('third_party_consent', false) })}
          legend="お支払い方法"
          hideLegend
          options={methods.data.map((method) => ({
            value: choiceOf(method),
            label: method.payment_name,
            description: method.reason ?? method.description,
            aside: method.is_available ? feeOf(method) : undefined,
            disabled: !method.is_available,
          }))}
        />
      )}
      {chosen && paymentMethod(chosen.payment_method_id).has_button && (
        <AmazonChoice kind={isPeriodic ? 'periodic' : 'normal'} error={errorOf('payment')} />
      )}
      {chosen?.consent_text && <ThirdPartyConsent {...field('third_party_consent')} text={chosen.consent_text} />}
      {chosen?.pay_until && (
        <div className="mt-6 grid gap-4">
          {paymentMethod(chosen.payment_method_id).asks_store && (
            <RadioCards
              {...field('konbini')}
              legend="お支払いになるコンビニ"
              columns={2}
              required
              options={KONBINI_IDS.map((value) => ({ value, label: KONBINI_NAME[value] }))}
            />
          )}
          <p className="text-sm text-muted">
            {`お支払いの期限は、${formatDateWithWeekday(chosen.pay_until)}です。${paymentMethod(chosen.payment_method_id).prepaid_by?.slip}は、ご注文のあとの画面とメールでお知らせします。`}
          </p>
        </div>
      )}
      {chosen && isCardPayment(chosen.payment_method_id) && (
        <CardChoice cards={cards} cardForm={cardForm} isPeriodic={isPeriodic} />
      )}
      {chosen && !isCashOnDelivery(chosen.payment_method_id) && secondWay}
    </FormSection>
  )
}
