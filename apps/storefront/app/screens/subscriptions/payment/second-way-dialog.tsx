import type { OwnCard } from '@kushi/contract/card'
import { fieldRuleMessage } from '@kushi/values/message'
import { PAYMENT_METHOD, type PaymentMethodId } from '@kushi/values/payment-method'
import { userMessage } from '@kushi/values/user-message'
import { formatYen } from '@kushi/values/yen'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { LinkAccount } from '../../../payment/link-account.tsx'
import { secondWayText } from '../../../payment/second-way.ts'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import type { SettledResult } from '../../../settle.ts'
import { CASH, paymentChoice } from '../../../state/purchase-draft.ts'
import { Answered } from '../../../ui/loaded.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { CardChoice } from './card-choice.tsx'
import { useSubscriptionPayments } from './use-subscription-payments.ts'

interface SecondWayDialogProps extends ManagedSubscription {
  open: boolean
  cards: SettledResult<{ items: readonly OwnCard[] }>
  onClose: () => void
}

const NONE = 'none'
const CARD = paymentChoice(PAYMENT_METHOD.credit_card)

/** お支払いできないときに使う方法: another of the ways to which the payment can be changed, or none. */
export function SecondWayDialog({ open, cards, onClose, ...managed }: SecondWayDialogProps) {
  const { subscription } = managed
  const { id, version, second_way, payment_name } = subscription
  const change = useChange(managed)
  const methods = useSubscriptionPayments(subscription, open)
  const [chosen, setChosen] = useState<{ method?: string; card?: number; consent?: boolean }>({})
  const [hasTried, setTried] = useState(false)
  const method = chosen.method ?? (second_way ? paymentChoice(second_way.payment_method_id) : NONE)
  const card_seq = chosen.card ?? second_way?.card_seq ?? null
  const others = cards.data && { items: cards.data.items.filter((one) => one.card_seq !== subscription.card_seq) }
  const card = others?.items.find((one) => one.card_seq === card_seq)
  const isCardMissing = method === CARD && (!card || card.expiry_state === 'expired')
  const present = paymentChoice(subscription.payment_method_id)
  const named = methods.data?.methods.find((one) => paymentChoice(one.payment_method_id) === method)
  const consent_text = method === present ? null : named?.consent_text
  const third_party_consent = chosen.consent === true
  const isConsentMissing = Boolean(consent_text) && !third_party_consent
  const toLink = methods.data?.linkable.find((one) => paymentChoice(one.payment_method_id) === method)

  const close = () => {
    setTried(false)
    setChosen({})
    onClose()
  }
  function confirm(): void {
    setTried(true)
    if (isCardMissing || isConsentMissing || toLink) {
      focusFirstError()
      return
    }
    const payment_method_id = method === CASH ? null : (Number(method) as PaymentMethodId)
    const wanted = method === NONE ? null : { payment_method_id, card_seq: method === CARD ? card_seq : null }
    const body = { second_way: wanted, third_party_consent, version }
    void change
      .run(
        () => quietApi('PATCH /v1/order/subscription/update/{id}/second-way', { params: { id }, body }),
        (after) =>
          doneOutcome(
            after.second_way
              ? `お支払いできないときは、${after.second_way.payment_name}でお手続きします。`
              : 'お支払いできないときに使う方法は、決めていません。',
          ),
      )
      .then((isDone) => isDone && close())
  }
  return (
    <ChangeDialog
      open={open}
      onClose={close}
      title="お支払いできないときに使う方法"
      subscription={subscription}
      change={change}
      isPossible={subscription.can.name_second_way}
      label="決める"
      onConfirm={confirm}
    >
      <p>{secondWayText(payment_name)}</p>
      <Answered answer={methods} skeleton={<Skeleton className="h-48 w-full" />}>
        {({ methods: items }) => (
          <RadioCards
            legend="お支払いできないときに使う方法"
            hideLegend
            value={method}
            onValue={(value) => setChosen({ ...chosen, method: value, consent: false })}
            options={[
              { value: NONE, label: '決めておかない', description: 'お支払いできないときは、メールでお知らせします。' },
              ...items.map((one) => {
                const value = paymentChoice(one.payment_method_id)
                const isPresent = value === present && value !== CARD
                const fee = one.fee === 0 ? '手数料なし' : `切り替えたあとの手数料 ${formatYen(one.fee)}`
                return {
                  value,
                  label: one.payment_name,
                  description: isPresent ? 'いまのお支払い方法です。' : (one.reason ?? one.description),
                  aside: one.is_available && !isPresent && <span className="numeric text-muted">{fee}</span>,
                  disabled: isPresent || !one.is_available,
                }
              }),
            ]}
          />
        )}
      </Answered>
      {toLink && (
        <div className="grid gap-3 rounded-base border border-line p-4 text-sm">
          <p role={hasTried ? 'alert' : undefined}>
            {toLink.payment_name}
            でお支払いになるには、先に連携してください。連携が済んだら、もう一度この画面でお決めください。
          </p>
          <LinkAccount account={toLink} />
        </div>
      )}
      {consent_text && (
        <ThirdPartyConsent
          text={consent_text}
          checked={third_party_consent}
          onChange={({ target }) => setChosen({ ...chosen, consent: target.checked })}
          error={hasTried && isConsentMissing ? userMessage('third_party_consent_required') : undefined}
        />
      )}
      {method === CARD && (
        <CardChoice
          cards={others ? { ...cards, data: others } : cards}
          card_seq={card_seq}
          error={hasTried && isCardMissing ? fieldRuleMessage('cmn-err-002', 'お使いになるカード') : undefined}
          onChoose={(seq) => setChosen({ ...chosen, card: seq })}
        />
      )}
    </ChangeDialog>
  )
}
