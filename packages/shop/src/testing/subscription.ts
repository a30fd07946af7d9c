import { randomBytes } from 'node:crypto'
import type { Db } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../actor.ts'
import type { Context, MemberContext } from '../context.ts'
import { markParcelsDelivered } from '../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../sales/fulfilment/ship-order.ts'
import { loadSubscriptionsWithDetails } from '../sales/subscription/internal/load-subscription.ts'
import { testClock, testContext } from './context.ts'
import { fakeCardProvider } from './fake-card-provider.ts'
import { insertMembers } from './order.ts'
import { insertSubscriptionRow } from './rows.ts'

type ContractItemRow = typeof subscription_order_item.$inferInsert
type Item = Partial<typeof subscription_order_item.$inferInsert> & { product_sku_id: number }

/** The shop on this day, with an empty card ledger, created for each test. */
export function contextOnDayWithCards(db: Db, day: CalendarDate) {
  const clock = testClock(day)
  const ledger = fakeCardProvider()
  return { clock, ledger, ctx: testContext(db, { clock, ports: ledger.ports() }) }
}

/** A member with a saved card and one subscription that pays by it; one bottle of oil unless `items` says otherwise. */
export async function insertSubscribedMember(
  db: Db,
  ctx: Context,
  more: Partial<typeof subscription.$inferInsert> = {},
  items: readonly Item[] = [{ product_sku_id: 101 }],
): Promise<{ id: number; member: MemberContext }> {
  const gmo_id = `m-${randomBytes(6).toString('hex')}`
  const [customer_id] = await insertMembers(db, 1, { gmo_id })
  const [row] = await db.select().from(customer).where(eq(customer.id, customer_id!))
  const id = await insertSubscriptionRow(db, row!, { payment_method_id: 1, card_seq: 0, ...more })
  for (const item of items) await addItem(db, { shop_id: row!.shop_id, quantity: 1, subscription_id: id, ...item })
  return { id, member: withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!) }
}

/** Promises today's catalogue terms unless the item says otherwise. */
async function addItem(
  db: Db,
  item: Omit<ContractItemRow, 'following_price'> & Partial<ContractItemRow>,
): Promise<void> {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, item.product_sku_id))
  const following_price = item.lump_sum_payment_flag ? 0 : (sku!.subscription_price ?? sku!.price)
  await db.insert(subscription_order_item).values({ following_price, ...item })
}

/**
 * Returns a subscription with the notes of its current delivery and the reason for its failure (null: it did not fail).
 */
export async function loadSubscriptionRow(db: Db, id: number) {
  const [loaded] = await loadSubscriptionsWithDetails(
    testContext(db),
    await db.select().from(subscription).where(eq(subscription.id, id)),
  )
  const { row, notes, dunning } = loaded!
  const { failure = null, attempts = 0, retry_on = null } = dunning ?? {}
  return { ...row, ...notes, failure, attempts, retry_on }
}

export const loadSubscriptionOrders = (db: Db, id: number) =>
  db.select().from(orders).where(eq(orders.subscription_id, id)).orderBy(orders.cycle)

/** Ships and delivers the parcel of the current cycle. */
export async function deliverCurrentCycle(ctx: Context, id: number): Promise<void> {
  const { cycle } = await loadSubscriptionRow(ctx.db, id)
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.subscription_id, id), eq(orders.cycle, cycle)))
  await shipOrder(ctx, { order_no: order!.order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no: order!.order_no })
}
