import type { Quote } from '@kushi/contract/quote'
import type { Yen } from '@kushi/values/yen'
import { useEffect, useRef, useState } from 'react'
import type { FeeChange } from '../../parts/shipping-fee-notice.tsx'
import { registerStore } from '../../state/register.ts'
import type { useQuote } from '../../state/use-quote.ts'

/** A delivery fee with the facts that decide it: the place, and the rest (method, items, whether it is free). */
export interface ShownFee {
  fee: Yen
  /** null: unknown, so the flat rate applies. */
  place: string | null
  otherFacts: string
}

/** The change of the fee that only the address has caused; null: none. */
export const changeByPlace = (before: ShownFee, now: ShownFee): FeeChange | null =>
  before.otherFacts === now.otherFacts && before.place !== now.place && before.fee !== now.fee
    ? { from: before.fee, to: now.fee, is_first: before.place === null }
    : null

const isFree = (quote: Quote) => quote.delivery_free_amount !== null && quote.free_remaining === 0
const otherFactsOf = (delivery_id: number | undefined, goods: readonly string[], free: boolean) =>
  JSON.stringify([delivery_id, goods, free])

type QuoteData = ReturnType<typeof useQuote>['data']

/**
 * Returns the change of the fee caused by a new address. `shipping_fee` of the register state is the fee shown for this
 * method and these items before the address was known; the confirmation compares with it.
 */
export function useShippingFee(priced: QuoteData): FeeChange | null {
  const [change, setChange] = useState<FeeChange | null>(null)
  const shown = useRef<ShownFee | null>(null)
  /** An address that is typed anew is unknown for a while: it is changed all the same. */
  const wasKnown = useRef(false)
  useEffect(() => {
    if (!priced) return
    const { summary, query } = priced
    const { shipping_fee, shippingMethods } = registerStore.getState()
    const now: ShownFee = {
      fee: summary.delivery_fee,
      place: 'pref_id' in query ? `${query.pref_id}/${query.postal_code}` : null,
      otherFacts: otherFactsOf(summary.delivery_id, query.product_sku_ids, isFree(summary)),
    }
    const before = shown.current ?? {
      fee: shipping_fee ?? now.fee,
      place: null,
      otherFacts: otherFactsOf(shippingMethods[0]?.id, query.product_sku_ids, false),
    }
    shown.current = now
    if (before.otherFacts !== now.otherFacts) registerStore.setState({ shipping_fee: now.fee })
    if (before.otherFacts !== now.otherFacts || before.place !== now.place) {
      const changeNow = changeByPlace(before, now)
      setChange(changeNow && { ...changeNow, is_first: !wasKnown.current })
    }
    wasKnown.current ||= now.place !== null
  }, [priced])
  return change
}
