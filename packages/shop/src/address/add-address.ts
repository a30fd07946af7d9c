import { customer_address } from '@kushi/db/schema/customer'
import type { Verb } from '../context.ts'
import { lockMember } from '../session/index.ts'
import { ShopError } from '../shop-error.ts'
import { ownAddresses } from './internal/own-addresses.ts'

/** The most お届け先 that a member may keep. */
export const maxAddresses = 20

/** お届け先の追加. The first address becomes the default; a new default replaces the old one. */
export const addAddress: Verb<'POST /v1/common/address/new'> = (ctx, address) =>
  ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    const count = await tx.$count(customer_address, ownAddresses(ctx))
    if (count >= maxAddresses)
      throw new ShopError(409, 'ERROR_TOO_MANY_ADDRESSES', `お届け先は${maxAddresses}件まで登録できます。`)
    const is_default = address.is_default || count === 0
    if (is_default) await tx.update(customer_address).set({ is_default: false }).where(ownAddresses(ctx))
    const { shop_id, customer_id } = ctx
    const row = { ...address, is_default, shop_id, customer_id, created_at: ctx.clock.now() }
    const [added] = await tx.insert(customer_address).values(row).returning()
    return added!
  })
