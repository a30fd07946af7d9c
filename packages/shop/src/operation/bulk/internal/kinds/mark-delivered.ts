import { markOrdersDelivered } from '../../../../sales/fulfilment/index.ts'
import { ShopError } from '../../../../shop-error.ts'
import type { BulkOperation } from './kind.ts'

/** お届け済み, for every parcel in transit. Can't be taken back. */
export const markDeliveredOperation: BulkOperation = {
  list: 'orders',
  text: () => 'お届け済みにする',
  async runAll(ctx, ids) {
    const became = await markOrdersDelivered(ctx, { ids, isTried: ctx.is_tried })
    const done = { detail: 'お届け済みになります', undo: null }
    return new Map([...became].map(([id, one]) => [id, one instanceof ShopError ? one : done]))
  },
}
