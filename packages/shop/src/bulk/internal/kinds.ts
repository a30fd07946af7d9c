import type { BulkKind } from '@kushi/values/bulk-job'
import { cancel } from './kinds/cancel.ts'
import { changePrice } from './kinds/change-price.ts'
import type { Kind } from './kinds/kind.ts'
import { markDelivered } from './kinds/mark-delivered.ts'
import { moveDates } from './kinds/move-dates.ts'
import { pause } from './kinds/pause.ts'
import { sendMessage } from './kinds/send-message.ts'
import { swapProduct } from './kinds/swap-product.ts'

const kinds: Record<BulkKind, Kind> = {
  ...{ move_dates: moveDates, pause, swap_product: swapProduct, cancel, mark_delivered: markDelivered },
  send_message: sendMessage,
  change_price: changePrice,
}

export const kindOf = (kind: BulkKind): Kind => kinds[kind]
