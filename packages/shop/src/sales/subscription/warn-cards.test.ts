import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SavedCard } from '../../ports/card-port.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { contextOnDayWithCards, insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { changePayment } from './change-payment.ts'
import { warnExpiringCards } from './warn-cards.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let { clock, ctx } = contextOnDayWithCards(db, '2026-11-21')
let expires: string[] = []
let asked = 0
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit', { restart: true })
  ;({ clock, ctx } = contextOnDayWithCards(db, '2026-11-21'))
  expires = ['2612', '3912']
  asked = 0
  const listCards = async (): Promise<SavedCard[]> => {
    asked += 1
    return expires.map((expire, card_seq) => ({
      ...{ card_seq, expire, default_flag: '0' as const },
      ...{ card_info: `************${card_seq}111`, holder_name: 'H', brand: null },
    }))
  }
  ctx = { ...ctx, ports: { ...ctx.ports, card: { ...ctx.ports.card, listCards } } }
})
const monthly = { subscription_division_id: 1, param1: 1, param2: 15, param3: null } as const
const dates = { next_delivery_date: '2026-12-15', next_next_delivery_date: '2027-01-15' } as const
const mails = async () =>
  (await db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(asc(outbox.id))).map(
    ({ payload }) => (payload as { text: string }).text,
  )
const pass = async (days: number) => {
  for (let n = 0; n < days; n++) {
    clock.move(1)
    await warnExpiringCards(ctx)
  }
}

test('a card that will not live to see a charge is told 45 and 14 days before it, once each', async () => {
  await insertSubscribedMember(db, ctx, { ...monthly, ...dates })
  await warnExpiringCards(ctx)
  // The charge after it is on 6 January.
  expect(await mails()).toEqual([])
  await pass(1)
  expect(await mails()).toEqual([expect.stringMatching(/下4桁 0111、有効期限 12\/26\)は、2027年1月6日/)])
  await pass(30)
  expect(await mails()).toHaveLength(1)
  await pass(1)
  expect(await mails()).toHaveLength(2)
  await pass(5)
  expect(await mails()).toHaveLength(2)
  // The provider was asked when it was new, before each mail and once a month.
  expect(asked).toBeLessThanOrEqual(5)
})

test('one that lives, one that was changed, one that the provider renewed and one that is paused are told nothing', async () => {
  const { id: renewed } = await insertSubscribedMember(db, ctx, { ...monthly, ...dates })
  await warnExpiringCards(ctx)
  expect((await loadSubscriptionRow(db, renewed)).known_card).toMatchObject({ expire: '2612', told: null })
  expires = ['3112', '3912']
  await insertSubscribedMember(db, ctx, { ...monthly, ...dates, card_seq: 1 })
  const { id, member } = await insertSubscribedMember(db, ctx, { ...monthly, ...dates })
  await changePayment(member, { id, payment_method_id: 1, card_seq: 1, third_party_consent: false })
  await db.delete(outbox)
  await insertSubscribedMember(db, ctx, { ...monthly, ...dates, summary_status: 5 })
  await insertSubscribedMember(db, ctx, { ...monthly, ...dates, payment_method_id: null, card_seq: null })
  await pass(40)
  expect(await mails()).toEqual([])
})

test('a year that is paid, and deliveries that cost nothing, are no charge', async () => {
  expires = ['2611']
  const yearly = { product_sku_id: 101, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
  await insertSubscribedMember(db, ctx, { ...monthly, ...dates }, [yearly])
  const { id } = await insertSubscribedMember(db, ctx, { ...monthly, ...dates, adjustment_amount: -100_000 })
  await pass(3)
  expect(await mails()).toEqual([])
  await db.update(subscription).set({ adjustment_amount: 0 }).where(eq(subscription.id, id))
  await pass(1)
  expect(await mails()).toEqual([expect.stringContaining('2026年12月6日')])
})

test('a charge that moved after both warnings is told again', async () => {
  const { id } = await insertSubscribedMember(db, ctx, { ...monthly, ...dates })
  await pass(32)
  expect(await mails()).toHaveLength(2)
  const later = { next_delivery_date: '2027-02-05', next_next_delivery_date: '2027-03-15' }
  await db.update(subscription).set(later).where(eq(subscription.id, id))
  await pass(1)
  expect(await mails()).toHaveLength(3)
  await pass(25)
  expect(await mails()).toHaveLength(4)
})

test('a card that the provider does not have is told before the next charge, and not asked for every hour', async () => {
  expires = []
  const { id } = await insertSubscribedMember(db, ctx, { ...monthly, ...dates })
  for (let hour = 0; hour < 11; hour++) await warnExpiringCards(ctx)
  expect(asked).toBe(1)
  expect(await mails()).toEqual([expect.stringMatching(/カードの登録がないため、2026年12月/)])
  expect((await loadSubscriptionRow(db, id)).known_card).toMatchObject({ expire: null, told: 45 })
})

test('a provider that does not answer is asked again the next day', async () => {
  await insertSubscribedMember(db, ctx, { ...monthly, ...dates })
  clock.move(1)
  const listCards = () => Promise.reject(new PaymentUnavailable('down'))
  const down = { ...ctx, ports: { ...ctx.ports, card: { ...ctx.ports.card, listCards } } }
  expect(await warnExpiringCards(down)).toEqual({ broken: 1 })
  await pass(1)
  expect(await mails()).toHaveLength(1)
})
