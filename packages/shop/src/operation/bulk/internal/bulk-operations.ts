import type { BulkKind } from '@kushi/values/bulk-job'
import { changeFeesOperation, changePriceOperation } from './kinds/change-price.ts'
import type { BulkOperation } from './kinds/kind.ts'
import { markDeliveredOperation } from './kinds/mark-delivered.ts'
import { sendMessageOperation } from './kinds/send-message.ts'
import {
  cancelSubscriptionsOperation,
  moveDeliveryDatesOperation,
  pauseSubscriptionsOperation,
} from './kinds/subscriptions.ts'
import { swapProductOperation } from './kinds/swap-product.ts'

const kinds: Record<BulkKind, BulkOperation> = {
  move_dates: moveDeliveryDatesOperation,
  pause: pauseSubscriptionsOperation,
  swap_product: swapProductOperation,
  cancel: cancelSubscriptionsOperation,
  mark_delivered: markDeliveredOperation,
  send_message: sendMessageOperation,
  change_price: changePriceOperation,
  change_fees: changeFeesOperation,
}

/** Returns the operation of a kind of bulk job. */
export const bulkOperation = (kind: BulkKind): BulkOperation => kinds[kind]
