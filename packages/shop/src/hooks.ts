/** Fills every hook: which feature does what when another one has done something. */
import { bookOrdersInLedger, markProductDaysStale } from './accounting/ledger/index.ts'
import { reconcilePoints } from './catalogue/point/index.ts'
import { costsChanged } from './catalogue/product/index.ts'
import { loadPromiseTexts } from './catalogue/promise/index.ts'
import { loadAdConsent, recordOrderStatusConversions, recordReceivedConversion } from './growth/conversion/index.ts'
import { updateOrderFacts } from './growth/report/index.ts'
import { promiseTextsRequested } from './messaging/message/index.ts'
import {
  adConsentRequested,
  orderCardChosen,
  orderCardSaved,
  orderPaid,
  orderReceived,
  personMatchFound,
  secondWayRequested,
  subscriptionOrdered,
} from './sales/checkout/index.ts'
import {
  holdForPersonCheck,
  orderCancelledOrReturned,
  ordersDelivered,
  promotionsRevoked,
  subscriptionContinuationCheck,
} from './sales/fulfilment/index.ts'
import { orderMoneyChanged, ordersMoved, subscriptionNotStarted } from './sales/order/index.ts'
import { cardReplaced, manualRefundRecorded } from './sales/payment/index.ts'
import {
  activateSubscription,
  adoptSavedCard,
  advanceCycles,
  assessSecondWay,
  insertSubscription,
  moveSubscriptionsToCard,
  recordFirstCard,
  refuseUnpaidContinuation,
  releaseReservedGifts,
  removeContractPromotions,
} from './sales/subscription/index.ts'

promiseTextsRequested.fill(loadPromiseTexts)
costsChanged.fill(markProductDaysStale)
secondWayRequested.fill(assessSecondWay)
subscriptionOrdered.fill(insertSubscription)
subscriptionNotStarted.fill((tx, { shop_id }, id) => releaseReservedGifts(tx, shop_id, [id]))
personMatchFound.fill(holdForPersonCheck)
orderPaid.fill(activateSubscription)
adConsentRequested.fill(loadAdConsent)
orderReceived.fill(recordReceivedConversion)
ordersMoved.fill(recordOrderStatusConversions)
orderCardChosen.fill(recordFirstCard)
orderCardSaved.fill(adoptSavedCard)
cardReplaced.fill(moveSubscriptionsToCard)
subscriptionContinuationCheck.fill(refuseUnpaidContinuation)
ordersDelivered.fill((tx, ctx, orders) => advanceCycles(tx, ctx, orders, 'received'))
promotionsRevoked.fill(removeContractPromotions)
orderCancelledOrReturned.fill((tx, ctx, order, keep_subscription) =>
  advanceCycles(tx, ctx, [order], 'delivery_cancelled', { keep_subscription }),
)
orderMoneyChanged.fill(async (tx, ctx, ids) => {
  await bookOrdersInLedger(tx, ctx, ids)
  await updateOrderFacts(tx, ctx, ids)
})
manualRefundRecorded.fill(async (tx, ctx, ids) => {
  await reconcilePoints(tx, ctx, ids)
  await bookOrdersInLedger(tx, ctx, ids)
})
