/** Fills every hook: which feature does what when another one has done something. */
import { bookOrders, markProductStale } from './accounting/ledger/index.ts'
import { reconcilePoints } from './catalogue/point/index.ts'
import { costsChanged } from './catalogue/product/index.ts'
import { promisedTexts } from './catalogue/promise/index.ts'
import { updateOrderFacts } from './growth/report/index.ts'
import { textPromised } from './messaging/message/index.ts'
import {
  benefitsTakenBack,
  holdForPersonCheck,
  orderCalledOff,
  ordersReceived,
  subscriptionToContinue,
} from './sales/fulfilment/index.ts'
import {
  orderCardChosen,
  orderCardKept,
  orderMatched,
  orderPaid,
  ordersBooked,
  subscriptionOrdered,
  subscriptionRefused,
} from './sales/order/index.ts'
import { cardReplaced, repaidByHand } from './sales/payment/index.ts'
import {
  adoptSavedCard,
  advanceCycles,
  beginSubscription,
  forgetBenefits,
  recordFirstCard,
  refuseContinuing,
  releaseReserved,
  replaceCard,
  writeSubscription,
} from './sales/subscription/index.ts'

textPromised.fill(promisedTexts)
costsChanged.fill(markProductStale)
subscriptionOrdered.fill(writeSubscription)
subscriptionRefused.fill((tx, { shop_id }, id) => releaseReserved(tx, shop_id, [id]))
orderMatched.fill(holdForPersonCheck)
orderPaid.fill(beginSubscription)
orderCardChosen.fill(recordFirstCard)
orderCardKept.fill(adoptSavedCard)
cardReplaced.fill(replaceCard)
subscriptionToContinue.fill(refuseContinuing)
ordersReceived.fill((tx, ctx, orders) => advanceCycles(tx, ctx, orders, 'received'))
benefitsTakenBack.fill(forgetBenefits)
orderCalledOff.fill((tx, ctx, order, keep_subscription) =>
  advanceCycles(tx, ctx, [order], 'delivery_cancelled', { keep_subscription }),
)
ordersBooked.fill(async (tx, ctx, ids) => {
  await bookOrders(tx, ctx, ids)
  await updateOrderFacts(tx, ctx, ids)
})
repaidByHand.fill(async (tx, ctx, ids) => {
  await reconcilePoints(tx, ctx, ids)
  await bookOrders(tx, ctx, ids)
})
