import { customer_address } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { lockMember } from '../session/index.ts'
import { notFound } from '../shop-error.ts'
import { ownAddresses } from './internal/own-addresses.ts'

/** お届け先の変更. A new default replaces the old one; the default itself stays the default until another one is set. */
export const updateAddress: Verb<'PUT /v1/common/address/update/{id}'> = async (ctx, { id, ...changes }) => {
  return ctx.db.transaction(async (tx) => {
    await lockMember(tx, ctx)
    const mine = and(eq(customer_address.id, id), ownAddresses(ctx))
    const [before] = await tx.select().from(customer_address).where(mine)
    if (!before) throw notFound()
    if (changes.is_default) await tx.update(customer_address).set({ is_default: false }).where(ownAddresses(ctx))
    const is_default = changes.is_default || before.is_default
    const [row] = await tx
      .update(customer_address)
      .set({ ...changes, is_default })
      .where(mine)
      .returning()
    return row!
  })
}
