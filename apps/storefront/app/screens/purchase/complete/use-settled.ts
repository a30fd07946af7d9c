import type { Order } from '@kushi/contract/order'
import { useEffect, useState } from 'react'
import { trackPurchase } from '../../../analytics/ecommerce.ts'
import { saveChosenCard } from '../../../payment/chosen-card.ts'
import { writeAmazon } from '../../../state/amazon-payment.ts'
import { forgetCoupons } from '../../../state/coupons.ts'
import { readOrderKey, writeOrderKey } from '../../../state/order-key.ts'
import { savePagePurchase } from '../../../state/page-purchase.ts'
import { savePointsToUse } from '../../../state/points.ts'
import { forgetDraft } from '../../../state/purchase-draft.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { registerStore } from '../../../state/register.ts'
import { forgetPurchase } from '../../../state/settled-purchase.ts'
import { browserStorage } from '../../../state/storage.ts'

/**
 * Clears the data of a decided order on this device, once. The stored order key shows that this is not done yet, so
 * that a later visit of the same page does not clear a new cart. Returns whether this visit is that first one of an order whose customer
 * agreed to be measured.
 */
export function useOrderMeasured(kind: PurchaseKind, order: Order | null): boolean {
  const [isMeasured, setMeasured] = useState(false)
  const status = order?.status
  // What is still to be paid is ordered all the same.
  const isPending = status === 'payment_pending' && order?.to_pay === null
  const order_no = order?.order_no
  // biome-ignore lint/correctness/useExhaustiveDependencies: only number and status of the order matter
  useEffect(() => {
    const storage = browserStorage()
    const key = readOrderKey(storage, kind)
    if (!order || !key || key.order_no !== order_no) return
    // The bank may lead back to another tab, and another purchase may have begun: the buttons here lead on with this one.
    if (isPending || status === 'payment_error') savePagePurchase(kind, key.page)
    if (isPending) return
    writeOrderKey(storage, kind, null)
    saveChosenCard(null)
    writeAmazon(storage, kind, null)
    if (status === 'payment_error') return
    trackPurchase(order)
    setMeasured(key.is_measured)
    forgetDraft(storage, kind)
    forgetCoupons()
    savePointsToUse(0)
    // Otherwise the next 定期便 would begin with the day of this one.
    if (kind === 'periodic') registerStore.setState({ delivery_pattern: null, lasting_answers: {} })
    forgetPurchase(kind, key)
  }, [status, isPending, order_no, kind])
  return isMeasured
}
