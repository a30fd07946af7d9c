import { customer_address } from '@kushi/db/schema/customer'
import { asc, desc } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { ownAddresses } from './internal/own-addresses.ts'

/** お届け先一覧, the default first. */
export const listAddresses: Verb<'GET /v1/common/address'> = async (ctx) => ({
  items: await ctx.db
    .select()
    .from(customer_address)
    .where(ownAddresses(ctx))
    .orderBy(desc(customer_address.is_default), asc(customer_address.id)),
})
