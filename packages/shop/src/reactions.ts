/** Fills every reaction: which feature does what when another one has done something. */
import { bookOrders } from './accounting/ledger/index.ts'
import { promisedTexts } from './catalogue/promise/index.ts'
import { noteOrders } from './growth/report/index.ts'
import { textPromised } from './messaging/message/index.ts'
import { orderCalledOff, ordersReceived, subscriptionToContinue } from './sales/fulfilment/index.ts'
import { orderCardChosen, orderCardKept, orderPaid, ordersBooked, subscriptionOrdered } from './sales/order/index.ts'
import { cardReplaced, repaidByHand } from './sales/payment/index.ts'
import {
  advanceCycles,
  beginSubscription,
  noteCardChosen,
  refuseKeeping,
  replaceCard,
  takeKeptCard,
  writeSubscription,
} from './sales/subscription/index.ts'

textPromised.fill(promisedTexts)
subscriptionOrdered.fill(writeSubscription)
orderPaid.fill(beginSubscription)
orderCardChosen.fill(noteCardChosen)
orderCardKept.fill(takeKeptCard)
cardReplaced.fill(replaceCard)
subscriptionToContinue.fill(refuseKeeping)
ordersReceived.fill((tx, ctx, orders) => advanceCycles(tx, ctx, orders, 'received'))
orderCalledOff.fill((tx, ctx, order, keep_subscription) =>
  advanceCycles(tx, ctx, [order], 'delivery_cancelled', { keep_subscription }),
)
ordersBooked.fill(async (tx, ctx, ids) => {
  await bookOrders(tx, ctx, ids)
  await noteOrders(tx, ctx, ids)
})
repaidByHand.fill(bookOrders)
