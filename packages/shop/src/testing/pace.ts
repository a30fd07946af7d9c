import type { Db } from '@kushi/db/connect'
import { product_sku } from '@kushi/db/schema/product'
import type { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { answerLeftoverQuestion } from '../sales/subscription/fit-pace.ts'
import { runDailyDeliveries } from '../sales/subscription/run-day.ts'
import { contextOnDayWithCards, deliverCurrentCycle, insertSubscribedMember } from './subscription.ts'

/** 純椿油 of 45 days, every 45 days. */
export const OIL_SKU_ID = 101
export const EVERY_45_DAYS = { subscription_division_id: 3, param1: 45, param2: null, param3: null } as const
export const setOilLastingDays = (db: Db) =>
  db.update(product_sku).set({ stock: 10_000, lasting_days: 45 }).where(eq(product_sku.product_id, 1))

type Row = Partial<typeof subscription.$inferInsert>
type Item = Partial<typeof subscription_order_item.$inferInsert>

/** A contract whose delivery came on 2026-11-21, of which 31 days are over; the next one is on 2027-01-05. */
export async function insertOilSubscription(
  db: Db,
  more: Row = {},
  item: Item = {},
  others: Required<Pick<Item, 'product_sku_id'>>[] = [],
) {
  const { ctx, clock, ledger } = contextOnDayWithCards(db, '2026-11-12')
  const created_at = new Date('2026-09-01T00:00:00Z')
  const dates = { next_delivery_date: '2026-11-21', next_next_delivery_date: '2027-01-05' }
  const { id, member } = await insertSubscribedMember(
    db,
    ctx,
    { cycle: 2, ...EVERY_45_DAYS, ...dates, created_at, ...more },
    [{ product_sku_id: OIL_SKU_ID, ...item }, ...others],
  )
  await runDailyDeliveries(ctx)
  clock.move(9)
  await deliverCurrentCycle(ctx, id)
  clock.move(31)
  return { id, member, ctx, clock, ledger }
}

type Told = Parameters<typeof answerLeftoverQuestion>[1]
export const answerLeftover = async (member: MemberContext, id: number, more: Partial<Told>) =>
  (await answerLeftoverQuestion(member, { id, is_leaving: false, ...more })).pace!
