import type { BulkKind } from '@kushi/values/bulk-job'
import { changePrice } from './kinds/change-price.ts'
import type { BulkOperation } from './kinds/kind.ts'
import { markDelivered } from './kinds/mark-delivered.ts'
import { sendMessage } from './kinds/send-message.ts'
import { cancel, moveDates, pause } from './kinds/subscriptions.ts'
import { swapProduct } from './kinds/swap-product.ts'

const kinds: Record<BulkKind, BulkOperation> = {
  move_dates: moveDates,
  pause,
  swap_product: swapProduct,
  cancel,
  mark_delivered: markDelivered,
  send_message: sendMessage,
  change_price: changePrice,
}

export const bulkOperation = (kind: BulkKind): BulkOperation => kinds[kind]
