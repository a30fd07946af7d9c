import { customer_address } from '@kushi/db/schema/customer'
import { and, eq, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'

/** Restricts a query to the addresses of the calling member; part of every query on addresses. */
export const ownAddresses = (ctx: MemberContext): SQL =>
  and(eq(customer_address.shop_id, ctx.shop_id), eq(customer_address.customer_id, ctx.customer_id))!
