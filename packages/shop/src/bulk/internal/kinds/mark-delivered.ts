import { ownOrder } from '../../../order/index.ts'
import { deliverOrder } from '../../../subscription/index.ts'
import type { OneByOne } from './kind.ts'

/** お届け済み, of every parcel that is on its way. It can't be taken back. */
export const markDelivered: OneByOne = {
  list: 'orders',
  text: () => 'お届け済みにする',
  async run(ctx, id) {
    const { order_no } = await ownOrder(ctx, id)
    await deliverOrder(ctx, { order_no })
    return { detail: 'お届け済みになります', undo: null }
  },
}
