import { customer_address } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { ownAddresses } from './internal/own-addresses.ts'

export const getAddress: Verb<'GET /v1/common/address/detail/{id}'> = async (ctx, input) => {
  const [row] = await ctx.db
    .select()
    .from(customer_address)
    .where(and(eq(customer_address.id, input.id), ownAddresses(ctx)))
  if (!row) throw notFound()
  return row
}
