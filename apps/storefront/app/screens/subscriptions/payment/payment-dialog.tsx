import type { OwnCard } from '@kushi/contract/card'
import { FAILURE_META_CODE } from '@kushi/values/app-code'
import { fieldRuleMessage } from '@kushi/values/message'
import { PAYMENT_METHOD, type PaymentMethodId } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import { formatYen } from '@kushi/values/yen'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { LinkAccount } from '../../../payment/link-account.tsx'
import { ThirdPartyConsent } from '../../../payment/third-party-consent.tsx'
import type { SettledResult } from '../../../settle.ts'
import { CASH, paymentChoice } from '../../../state/purchase-draft.ts'
import { Answered } from '../../../ui/loaded.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { type ManagedSubscription, type SubscriptionAction, useChange } from '../manage/use-change.ts'
import { CardChoice } from './card-choice.tsx'
import { CardEntryDialog } from './card-entry-dialog.tsx'
import { paymentOutcome } from './payment-outcome.ts'
import { RetryLater } from './retry-later.tsx'
import { useSubscriptionPayments } from './use-subscription-payments.ts'

interface PaymentDialogProps extends ManagedSubscription {
  doing: SubscriptionAction | null
  cards: SettledResult<{ items: readonly OwnCard[] }>
  onClose: () => void
}

const CARD = paymentChoice(PAYMENT_METHOD.credit_card)

/** お支払い方法の変更 and カードの変更. After a failed charge the new method is charged at once, and the result is shown. */
export function PaymentDialog({ doing: openAction, cards, onClose, ...managed }: PaymentDialogProps) {
  const { subscription } = managed
  const { id, version } = subscription
  const open = openAction === 'payment' || openAction === 'card'
  const change = useChange(managed)
  const methods = useSubscriptionPayments(subscription, open)
  // A card that was just added from here is chosen, so that one confirmation is left.
  const [query] = useSearchParams()
  const added = Number(query.get('card') ?? Number.NaN)
  const linked = query.get('linked')
  const [chosen, setChosen] = useState<{ method?: string; card?: number | null; consent?: boolean }>(
    Number.isSafeInteger(added) ? { method: CARD, card: added } : linked === null ? {} : { method: linked },
  )
  const [hasTried, setTried] = useState(false)
  /** The card being entered: a replacement of this card, or a new one. */
  const [enteredCard, setEnteredCard] = useState<OwnCard | 'new' | null>(null)
  const method = openAction === 'card' ? CARD : (chosen.method ?? paymentChoice(subscription.payment_method_id))
  const card_seq = chosen.card === undefined ? subscription.card_seq : chosen.card
  const card = cards.data?.items.find((one) => one.card_seq === card_seq)
  const isCardMissing = method === CARD && (!card || card.expiry_state === 'expired')
  // A subscription that is already billed by the same company has this consent.
  const isMoved = method !== paymentChoice(subscription.payment_method_id)
  const consent_text = isMoved
    ? methods.data?.methods.find((one) => paymentChoice(one.payment_method_id) === method)?.consent_text
    : null
  const third_party_consent = chosen.consent === true
  const isConsentMissing = Boolean(consent_text) && !third_party_consent
  const linkableAccount = methods.data?.linkable.find((one) => paymentChoice(one.payment_method_id) === method)
  const isRepair = subscription.failure !== null && subscription.summary_status === SUBSCRIPTION_STATUS.settlement_error

  const close = () => {
    setTried(false)
    setChosen({})
    onClose()
  }
  function confirm(): void {
    setTried(true)
    if (isCardMissing || isConsentMissing || linkableAccount) {
      focusFirstError()
      return
    }
    const payment_method_id = method === CASH ? null : (Number(method) as PaymentMethodId)
    const body = { payment_method_id, card_seq: method === CARD ? card_seq : null, third_party_consent, version }
    void change
      .run(
        () => quietApi('PATCH /v1/order/subscription/update/{id}/payment', { params: { id }, body }),
        (after) => paymentOutcome(subscription, after),
      )
      .then((isDone) => isDone && close())
  }
  const isBusy = change.refusal?.code === FAILURE_META_CODE.payment_update_impossible
  return (
    <>
      <RetryLater
        open={open && isBusy}
        text={change.refusal?.message ?? ''}
        isPending={change.isPending}
        onRetry={confirm}
        onClose={change.forget}
      />
      <ChangeDialog
        open={open && !isBusy && enteredCard === null}
        onClose={close}
        title={openAction === 'card' ? 'カードの変更' : 'お支払い方法の変更'}
        subscription={subscription}
        change={change}
        isPossible={subscription.can.change_payment}
        label={isRepair ? '変更して支払う' : '変更する'}
        onConfirm={confirm}
      >
        {chosen.card === added && <p>登録したカードを選んでいます。「変更する」で、この定期便のお支払いに使います。</p>}
        {linked !== null && chosen.method === linked && (
          <p>連携したお支払い方法を選んでいます。「変更する」で、この定期便のお支払いに使います。</p>
        )}
        {isRepair && (
          <p className="text-base">
            変更すると、すぐに<span className="numeric">{formatYen(subscription.payment_total)}</span>
            (税込)のお支払いをお手続きします。
          </p>
        )}
        {openAction === 'payment' && (
          <Answered answer={methods} skeleton={<Skeleton className="h-48 w-full" />}>
            {({ methods: items }) => (
              <RadioCards
                legend="お支払い方法"
                hideLegend
                value={method}
                onValue={(value) => setChosen({ ...chosen, method: value, consent: false })}
                options={items.map((one) => ({
                  value: paymentChoice(one.payment_method_id),
                  label: one.payment_name,
                  description: one.reason ?? one.description,
                  aside: one.is_available && (
                    <span className="numeric text-muted">
                      {one.fee === 0 ? '手数料なし' : `手数料 ${formatYen(one.fee)}`}
                    </span>
                  ),
                  disabled: !one.is_available,
                }))}
              />
            )}
          </Answered>
        )}
        {linkableAccount && (
          <div className="grid gap-3 rounded-base border border-line p-4 text-sm">
            <p role={hasTried ? 'alert' : undefined}>
              {linkableAccount.payment_name}
              でお支払いになるには、先に連携してください。連携が済むと、この定期便に戻ります。
            </p>
            <LinkAccount account={linkableAccount} subscription_id={id} />
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
            added={added}
            cards={cards}
            card_seq={card_seq}
            error={hasTried && isCardMissing ? fieldRuleMessage('cmn-err-002', 'お使いになるカード') : undefined}
            onChoose={(seq) => setChosen({ ...chosen, card: seq })}
            onEdit={setEnteredCard}
          />
        )}
      </ChangeDialog>
      {enteredCard !== null && (
        <CardEntryDialog
          open={open}
          card={enteredCard === 'new' ? null : enteredCard}
          subscription_id={id}
          onClose={() => setEnteredCard(null)}
        />
      )}
    </>
  )
}
