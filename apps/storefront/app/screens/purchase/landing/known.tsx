import { addressText } from '@kushi/values/address'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { isCardPayment, isNothingToPay, NOTHING_TO_PAY_TEXT } from '@kushi/values/payment-method'
import { useEffect, useState } from 'react'
import { countErrors } from '../../../form/errors.ts'
import { writePattern } from '../../../form/pattern.ts'
import { needsSecondWay, paymentOf, shippingAddress } from '../../../form/purchase.ts'
import { brandName, readableCard } from '../../../payment/chosen-card.ts'
import { NEW_CARD } from '../../../state/purchase-draft.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PurchaseInForm } from '../form/use-purchase.ts'

/** What a member need not fill in: the form is short while all of it is known and nothing is wrong. */
export function useKnownFacts({ form, data, buyer, methods, quote, isMember, isPeriodic }: PurchaseInForm) {
  const values = form.watch()
  const address = shippingAddress(values, buyer)
  const card = data.cards?.find(({ card_seq }) => String(card_seq) === values.card)
  const chosen = methods.data?.find((one) => values.payment && one.payment_method_id === paymentOf(values))
  const isFree = quote !== undefined && isNothingToPay(quote)
  const isPaid = chosen && (isCardPayment(chosen.payment_method_id) ? card : !chosen.consent_text)
  const acceptsCards = methods.data?.some((one) => isCardPayment(one.payment_method_id) && one.is_available)
  // Before the ways to pay are there and the form has chosen one, a saved card is taken for it.
  const willUseSavedCard = methods.data ? acceptsCards && values.payment === '' : true
  // Its second way is chosen in the form, and read there.
  const needsSecondMethod = needsSecondWay(values, data.kind)
  const isPayable =
    isFree ||
    (!needsSecondMethod && (isPaid || (willUseSavedCard && (values.payment !== '' || values.card !== NEW_CARD))))
  const [isOpen, setOpen] = useState(false)
  const hasErrors = countErrors(form.formState.errors) > 0
  const isShort = isMember && address !== null && Boolean(isPayable) && !isOpen && !hasErrors
  // Opened once, it stays open: it must not close under the hand.
  useEffect(() => {
    if (!isShort) setOpen(true)
  }, [isShort])
  const pattern = isPeriodic ? writePattern(values.pattern) : null
  return {
    isShort,
    open: () => setOpen(true),
    to: address && `${address.name01} ${address.name02} さま\n${addressText(address)}`,
    interval: isPeriodic ? (pattern ? deliveryPatternText(pattern) : null) : undefined,
    payment: isFree
      ? NOTHING_TO_PAY_TEXT
      : chosen
        ? [
            chosen.payment_name,
            card &&
              isCardPayment(chosen.payment_method_id) &&
              `${brandName(card.brand)} ${readableCard(card.card_info)}`,
          ]
            .filter(Boolean)
            .join(' ')
        : null,
  }
}

/** The member's own lines instead of the fields. */
export function KnownFacts({ known: { to, interval, payment, open } }: { known: ReturnType<typeof useKnownFacts> }) {
  return (
    <section aria-label="お届けとお支払い" className="grid gap-4">
      <dl className="grid gap-3">
        <Line label="お届け先" text={to} />
        {interval !== undefined && <Line label="お届け周期" text={interval} />}
        <Line label="お支払い方法" text={payment} />
      </dl>
      <p>
        <button type="button" className="text-link min-h-tap text-sm" onClick={open}>
          お届けやお支払いを変える
        </button>
      </p>
    </section>
  )
}

const Line = ({ label, text }: { label: string; text: string | null }) => (
  <div className="grid gap-1 md:grid-cols-[8rem_1fr]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="numeric whitespace-pre-line">{text ?? <Skeleton className="h-6 w-48" />}</dd>
  </div>
)
