/** Fills every reaction: which feature does what when another one has done something. */
import { bookOrders, markProduct } from './accounting/ledger/index.ts'
import { settlePoints } from './catalogue/point/index.ts'
import { costsChanged } from './catalogue/product/index.ts'
import { promisedTexts } from './catalogue/promise/index.ts'
import { noteOrders } from './growth/report/index.ts'
import { textPromised } from './messaging/message/index.ts'
import {
  benefitsTakenBack,
  holdMatched,
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
  advanceCycles,
  beginSubscription,
  forgetBenefits,
  noteCardChosen,
  refuseKeeping,
  releaseSetAside,
  replaceCard,
  takeKeptCard,
  writeSubscription,
} from './sales/subscription/index.ts'

textPromised.fill(promisedTexts)
costsChanged.fill(markProduct)
subscriptionOrdered.fill(writeSubscription)
subscriptionRefused.fill((tx, { shop_id }, id) => releaseSetAside(tx, shop_id, [id]))
orderMatched.fill(holdMatched)
orderPaid.fill(beginSubscription)
orderCardChosen.fill(noteCardChosen)
orderCardKept.fill(takeKeptCard)
cardReplaced.fill(replaceCard)
subscriptionToContinue.fill(refuseKeeping)
ordersReceived.fill((tx, ctx, orders) => advanceCycles(tx, ctx, orders, 'received'))
benefitsTakenBack.fill(forgetBenefits)
orderCalledOff.fill((tx, ctx, order, keep_subscription) =>
  advanceCycles(tx, ctx, [order], 'delivery_cancelled', { keep_subscription }),
)
ordersBooked.fill(async (tx, ctx, ids) => {
  await bookOrders(tx, ctx, ids)
  await noteOrders(tx, ctx, ids)
})
repaidByHand.fill(async (tx, ctx, ids) => {
  await settlePoints(tx, ctx, ids)
  await bookOrders(tx, ctx, ids)
})
