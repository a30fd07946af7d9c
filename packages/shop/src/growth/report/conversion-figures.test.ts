import { ad_campaign } from '@kushi/db/schema/advertisement'
import { conversion_delivery } from '@kushi/db/schema/conversion'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { ad_cost } from '@kushi/db/schema/report'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import type { ConversionAnswer } from '../../ports/conversion-port.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { testClock } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { addConversionDestination, startConversions } from '../conversion/admin/destinations.ts'
import { listConversionEvents } from '../conversion/admin/events.ts'
import { sendConversions } from '../conversion/send-conversions.ts'
import { listConversionFigures } from './admin/conversion-figures.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)
beforeAll(async () => {
  await db.update(product_sku).set({ stock: 10_000 })
})

let outcome: ConversionAnswer['outcome'] = 'accepted'
const port = { mayReach: async () => true, send: async () => ({ outcome, words: '' }) }
const clock = testClock()
const ctx = { ...(await operatorContext(db, 'manager', { ports: { conversion: port } })), clock }
const settings = { ...ctx.settings, rate_limit_factor: 0 }

const destination = async (ad_group: string) => {
  const { id } = await addConversionDestination(ctx, {
    conversion_kind: 'postback',
    destination_name: 'ASP',
    recipient_name: '株式会社ASP(日本)',
    conversion_moment: 'received',
    conversion_cycle: 1,
    conversion_value: 'total',
    email_flag: false,
    phone_flag: false,
    ad_group,
    account_values: {
      method: 'GET',
      url: 'https://asp.example/',
      parameters: 'o={order_no}',
      cancel_parameters: 'o={order_no}',
    },
  })
  await startConversions(ctx, { id })
  return id
}
async function order(adcd: string) {
  const [customer_id] = await insertMembers(db, 1)
  const buyer = withMemberActor({ ...ctx, settings, customer_id: customer_id! }, customer_id!) as MemberContext
  const asked = testOrderDraft()
  const { ad_consent_text } = await validateOrder(buyer, asked)
  return (await placeOrder(buyer, await confirmedOrderInput(buyer, asked, { adcd, ad_consent_text: ad_consent_text! })))
    .order_no
}

test('what was told beside the shop’s first orders and the medium’s own count, for 7 and for 30 days', async () => {
  await emptyTables(pool, 'conversion_destination, ad_campaign, ad_cost')
  await db.insert(ad_campaign).values([
    { shop_id: 2, adcd: 'M1', campaign_name: 'M1', group_name: '媒体' },
    { shop_id: 2, adcd: 'M2', campaign_name: 'M2', group_name: '媒体' },
    { shop_id: 2, adcd: 'Z', campaign_name: 'Z', group_name: '' },
  ])
  const grouped = await destination('媒体')
  const bare = await destination('')
  const day = clock.today()
  await db.insert(ad_cost).values([
    { shop_id: 2, day, adcd: 'M1', yen: 100, reported: 1.5 },
    { shop_id: 2, day: addDays(day, -6), adcd: 'M2', yen: 100, reported: 2 },
    { shop_id: 2, day: addDays(day, -7), adcd: 'M2', yen: 100, reported: 4 },
    { shop_id: 2, day, adcd: 'Z', yen: 100, reported: 9 },
  ])
  const cancelled = await order('M1')
  await order('M2')
  const old = await order('M1')
  await sendConversions(ctx)
  outcome = 'refused'
  await order('Z')
  await sendConversions(ctx)
  outcome = 'accepted'
  await order('M1')
  const past = new Date(clock.now().getTime() - 10 * 86_400_000)
  const [moved] = await db.update(orders).set({ created_at: past }).where(eq(orders.order_no, old)).returning()
  await db.update(conversion_delivery).set({ occurred_at: past }).where(eq(conversion_delivery.order_id, moved!.id))
  // The cancellation is told, and is no further conversion.
  await cancelOrder(ctx, { order_no: cancelled })
  const { items, groups } = await listConversionFigures(ctx, {})
  expect(groups).toEqual(['媒体'])
  const of = (id: number, days: number) => items.find((one) => one.destination_id === id && one.days === days)
  expect(of(grouped, 7)).toEqual({
    ...{ destination_id: grouped, days: 7, from: addDays(day, -6), to: day },
    ...{ told: 2, refused: 1, waiting: 1, orders: 2, reported: 3.5 },
  })
  expect(of(grouped, 30)).toMatchObject({ told: 3, refused: 1, waiting: 1, orders: 3, reported: 7.5 })
  expect(of(bare, 7)).toMatchObject({ told: 2, refused: 1, waiting: 1, orders: null, reported: null })
  for (const [state, most] of [
    ['told', 2],
    ['refused', 1],
    ['waiting', 1],
  ] as const) {
    const { items: shown } = await listConversionEvents(ctx, { id: grouped, state, from: addDays(day, -6) })
    expect(shown, state).toHaveLength(most)
  }
  expect((await listConversionEvents(ctx, { id: grouped })).items).toHaveLength(6)
  expect((await listConversionFigures({ ...ctx, shop_id: 3 }, {})).items).toEqual([])
})
