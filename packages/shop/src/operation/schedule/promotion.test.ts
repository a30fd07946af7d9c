import type { NewScheduledChange } from '@kushi/contract/admin/schedule'
import { audit_event } from '@kushi/db/schema/operator'
import { price_history, product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { testDatabase } from '@kushi/db/testing'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import { changePromotion, showPromotion, stopPromotion } from '../../catalogue/promotion/admin/promotions.ts'
import type { Context } from '../../context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { cancelScheduledChange, scheduleChange } from './admin/plan-change.ts'
import { previewShop } from './admin/preview-shop.ts'
import { applyDueChangesOfAllShops } from './apply-due.ts'
import { previewShopAsOf } from './preview-as-of.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let now = new Date('2026-12-31T15:00:00+09:00')
const clock = { now: () => now, today: () => new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10) }
const at = (text: string) => {
  now = new Date(`${text}+09:00`)
}
const ctx = testContext(db, { clock })
const manager = await operatorContext(db, 'manager', { clock })

const MIDNIGHT = '2027-01-01T00:00:00+09:00'
const NOON = '2027-01-01T12:00:00+09:00'
beforeEach(async () => {
  at('2026-12-31T15:00:00')
  await db.delete(scheduled_change)
  await db.update(promotion).set({ status: 'stopped' })
})

/** 秋の特典, ¥500 off by itself. */
const running = (more: Partial<typeof promotion.$inferInsert> = {}) =>
  insertRunningPromotion(db, { trigger: 'automatic', ...more })
const rowOf = async (id: number) => (await db.select().from(promotion).where(eq(promotion.id, id)))[0]!

type After = Extract<NewScheduledChange, { kind: 'promotion' }>['after']
async function plan(id: number, change: Partial<After>, period: { starts_at?: string; ends_at?: string | null } = {}) {
  const { promotion_name, trigger, member_scope, audience, again_after_months, effect, product_ids, ...row } =
    await rowOf(id)
  const { cart_type, min_amount, from_cycle, to_cycle, stack_group, max_uses, budget_yen } = row
  return scheduleChange(manager, {
    kind: 'promotion',
    subject_id: String(id),
    starts_at: MIDNIGHT,
    ends_at: null,
    ...period,
    after: {
      promotion_name,
      trigger,
      member_scope,
      audience,
      again_after_months,
      effect,
      product_ids,
      cart_type,
      min_amount,
      from_cycle,
      to_cycle,
      stack_group,
      max_uses,
      budget_yen,
      status: 'active',
      ...change,
    },
  })
}

const quoteOf = async (seen: Context) => {
  const { summary } = await quoteSkus(seen, {
    product_sku_ids: ['101:1'],
    is_subscription: false,
    delivery_method_id: 1,
    postal_code: '2480006',
    pref_id: 14,
  } as never)
  return summary.discounts
}

test('a change of its content takes effect at its moment, for new orders, and goes back at its end', async () => {
  const { id } = await running()
  const planned = await plan(id, { effect: { kind: 'yen', yen: 800 }, promotion_name: '初売り' }, { ends_at: NOON })
  expect(planned).toMatchObject({
    subject_name: '秋の特典',
    facts: [
      '名前: 秋の特典 → 初売り',
      expect.stringMatching(/^変更前: .*¥500引きます/),
      expect.stringMatching(/^変更後: .*¥800引きます/),
    ],
  })
  const [customer_id] = await insertMembers(db, 1)
  const buyer = testContext(db, { clock, customer_id: customer_id! })
  at('2026-12-31T23:59:59')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(0)
  const before = await confirmedOrderInput(buyer, testOrderDraft())
  expect(await quoteOf(ctx)).toEqual([{ name: '秋の特典', amount: 500 }])
  at('2027-01-01T00:00:00')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(1)
  expect(await quoteOf(ctx)).toEqual([{ name: '初売り', amount: 800 }])
  // Ordered after midnight on a screen loaded before: the new price is shown first.
  await expect(placeOrder(buyer, before)).rejects.toMatchObject({ status: 409 })
  await placeOrder(buyer, await confirmedOrderInput(buyer, testOrderDraft()))
  const [use] = await db.select().from(promotion_use).where(eq(promotion_use.promotion_id, id))
  expect(use).toMatchObject({ yen: 800, terms: { promotion_name: '初売り' } })
  const [trail] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(trail).toMatchObject({ subject: 'scheduled_change', operator_name: '予定(店長)' })
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await quoteOf(ctx)).toEqual([{ name: '秋の特典', amount: 500 }])
})

test('a draft begins and stops at its moments, and an operator who has its screen open overwrites nothing', async () => {
  const { id } = await running({ status: 'draft' })
  const { version } = await rowOf(id)
  const opened = await showPromotion(manager, { id })
  expect(await plan(id, {}, { ends_at: NOON })).toMatchObject({ facts: ['下書き → 公開'] })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ status: 'active', version: version + 1 })
  const { status: _, is_running: __, sentence: ___, codes: ____, member_count, given, ...input } = opened
  await expect(changePromotion(manager, { ...input, id } as never)).rejects.toMatchObject({
    error: 'ERROR_CHANGED_MEANWHILE',
  })
  expect([member_count, given.uses]).toEqual([0, 0])
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  // It has been public: it is no draft again.
  expect(await rowOf(id)).toMatchObject({ status: 'stopped', version: version + 2 })
})

test('a stop on a day to come', async () => {
  const { id } = await running()
  expect(await plan(id, { status: 'stopped' })).toMatchObject({ facts: ['公開 → 停止'] })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await quoteOf(ctx)).toEqual([])
})

test('a first limit counts what was used before it', async () => {
  const { id } = await running()
  const [customer_id] = await insertMembers(db, 1)
  const buyer = testContext(db, { clock, customer_id: customer_id! })
  await placeOrder(buyer, await confirmedOrderInput(buyer, testOrderDraft()))
  await plan(id, { max_uses: 1 })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ max_uses: 1, used: 1 })
  expect(await quoteOf(ctx)).toEqual([])
})

test('その日のショップ shows it, and nobody else', async () => {
  const { id } = await running({ status: 'draft' })
  await plan(id, { effect: { kind: 'percent', percent: 20 }, promotion_name: '新春の贈りもの' })
  const seen = await previewShopAsOf(ctx, new Date(MIDNIGHT), async ({ db: tx, clock: later }) => {
    // Whoever changes the promotion meanwhile does not wait.
    await db.transaction(async (writer) => {
      await writer.execute(sql`set local lock_timeout = '200ms'`)
      await writer.update(promotion).set({ stack_group: 'x' }).where(eq(promotion.id, id))
    })
    return quoteOf({ ...ctx, db: tx, clock: later })
  })
  expect(seen).toMatchObject([{ name: '新春の贈りもの' }])
  expect((await previewShop(manager, { at: MIDNIGHT })).promotions).toMatchObject([
    { promotion_name: '新春の贈りもの', sentence: expect.stringContaining('20%引き') },
  ])
  expect((await previewShop(manager, { at: '2026-12-31T23:59:00+09:00' })).promotions).toEqual([])
  expect(await quoteOf(ctx)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ status: 'draft', effect: { kind: 'yen', yen: 500 } })
})

test('その日のショップ leaves out what will be refused on its day, and says why', async () => {
  const { id } = await running({ status: 'draft', product_ids: [1] })
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
  const { price, subscription_first_price, subscription_price } = sku!
  const newPrice = (starts_at: string) =>
    scheduleChange(manager, {
      kind: 'price',
      subject_id: '1',
      starts_at,
      ends_at: null,
      after: { skus: [{ id: 101, price: price + 500, subscription_first_price, subscription_price }] },
    })
  await db.delete(price_history)
  const since = new Date('2026-01-01T00:00:00+09:00')
  const kinds = await db.select().from(product_sku).where(eq(product_sku.product_id, 1))
  await db.insert(price_history).values(
    kinds.map(({ id: product_sku_id, price: charged }) => ({
      shop_id: 2,
      product_sku_id,
      price: charged,
      started_at: since,
    })),
  )
  await plan(id, { promotion_name: '全品20%OFF' })
  const seenAt = (moment: string) => previewShop(manager, { at: moment })
  expect(await seenAt(MIDNIGHT)).toMatchObject({ promotions: [{ promotion_name: '全品20%OFF' }], refused: [] })
  // A new price from the evening before is none to compare with, on its day and on all after it.
  await newPrice('2026-12-31T18:00:00+09:00')
  for (const moment of [MIDNIGHT, '2027-04-01T00:00:00+09:00'])
    expect(await seenAt(moment)).toMatchObject({
      promotions: [],
      refused: [{ kind: 'promotion', problem: expect.stringContaining('販売期間が足りません') }],
    })
  expect((await seenAt('2026-12-31T20:00:00+09:00')).refused).toEqual([])
  expect(await rowOf(id)).toMatchObject({ status: 'draft' })
  expect(await db.$count(price_history)).toBe(kinds.length)
  // What is really done on that day is what was shown, and the 予定 says the same.
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  const [row] = await db.select().from(scheduled_change).where(eq(scheduled_change.state, 'failed'))
  expect(row).toMatchObject({ subject_id: String(id), problem: expect.stringContaining('販売期間が足りません') })
  await db.update(product_sku).set({ price }).where(eq(product_sku.id, 101))
  await db.delete(price_history).where(eq(price_history.price, price + 500))
  await db.delete(scheduled_change)
  // Charged long enough by then, it is one.
  at('2026-12-31T15:00:00')
  await newPrice('2027-01-01T00:00:00+09:00')
  await plan(id, { promotion_name: '全品20%OFF' }, { starts_at: '2027-04-01T00:00:00+09:00' })
  expect(await seenAt('2027-04-01T00:00:00+09:00')).toMatchObject({
    promotions: [{ promotion_name: '全品20%OFF' }],
    refused: [],
  })
})

test('what an operator changed since stays; a change that can’t be made says so', async () => {
  const { id } = await running()
  const { id: change } = await plan(id, { effect: { kind: 'yen', yen: 800 }, min_amount: 1000 }, { ends_at: NOON })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  await db.update(promotion).set({ min_amount: 2000 }).where(eq(promotion.id, id))
  await cancelScheduledChange(manager, { id: change })
  expect(await rowOf(id)).toMatchObject({ effect: { yen: 500 }, min_amount: 2000 })
  // Stopped by hand meanwhile: a planned content does not start it again.
  at('2026-12-31T15:00:00')
  await plan(id, { min_amount: 3000 })
  await stopPromotion(manager, { id })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ status: 'stopped', min_amount: 3000 })
  // Its only list of members is empty when it should begin.
  at('2026-12-31T15:00:00')
  await db.delete(scheduled_change)
  await plan(id, {})
  await db.update(promotion).set({ member_scope: 'listed' }).where(eq(promotion.id, id))
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  const [row] = await db.select().from(scheduled_change)
  expect(row).toMatchObject({ state: 'failed', problem: expect.stringContaining('まだ会員がいません') })
})

test('what another plan changes is as this one says, also where that is as today', async () => {
  const { id } = await running()
  await plan(id, { effect: { kind: 'yen', yen: 800 } })
  await plan(id, { promotion_name: '新春の特典' }, { starts_at: NOON })
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ promotion_name: '新春の特典', effect: { yen: 500 } })
})

test('a stop is compared with what will stand at its moment', async () => {
  const { id } = await running({ status: 'stopped' })
  await expect(plan(id, { status: 'stopped' })).rejects.toMatchObject({ fields: [{ path: 'after.status' }] })
  const winter = { promotion_name: '初売り', effect: { kind: 'yen', yen: 800 } } as const
  await plan(id, winter)
  await expect(plan(id, winter, { starts_at: NOON })).rejects.toMatchObject({ fields: [{ path: 'after.status' }] })
  const { facts } = await plan(id, { ...winter, status: 'stopped' }, { starts_at: NOON })
  expect(facts).toEqual(['公開 → 停止'])
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ status: 'stopped', effect: { yen: 800 } })
})

test('what the law forbids is not brought in by a stop, nor by what was changed since it was planned', async () => {
  const { id } = await running({ ends_at: new Date('2027-02-01T00:00:00+09:00') })
  await db.delete(price_history)
  const refused = (path: string) => ({ status: 422, fields: [{ path }] })
  await expect(plan(id, { status: 'stopped', promotion_name: '半額' })).rejects.toMatchObject(
    refused('after.promotion_name'),
  )
  await expect(
    plan(id, { status: 'stopped', effect: { kind: 'gift', product_sku_id: 101, pieces: 9 } }),
  ).rejects.toMatchObject(refused('after.effect.product_sku_id'))
  await db.update(promotion).set({ promotion_name: '半額' }).where(eq(promotion.id, id))
  const { id: stop } = await plan(id, { status: 'stopped' })
  await cancelScheduledChange(manager, { id: stop })
  await db.update(promotion).set({ promotion_name: '秋の特典' }).where(eq(promotion.id, id))
  // It has an end when it is planned, and none when it begins.
  await plan(id, { promotion_name: '今だけの贈りもの' })
  await db.update(promotion).set({ ends_at: null }).where(eq(promotion.id, id))
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ promotion_name: '秋の特典', status: 'active' })
  const [row] = await db.select().from(scheduled_change).where(eq(scheduled_change.state, 'failed'))
  expect(row).toMatchObject({ kind: 'promotion', subject_id: String(id) })
})

test('公開 alone is refused too, when the price that it is compared with is none any more', async () => {
  const { id } = await running({ status: 'draft' })
  await plan(id, {})
  await db.update(promotion).set({ promotion_name: '半額' }).where(eq(promotion.id, id))
  await db.delete(price_history)
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ status: 'draft' })
})

test('given back without its end, one that was 「今だけ」 stops', async () => {
  const { id } = await running({ promotion_name: '今だけ', ends_at: new Date('2027-02-01T00:00:00+09:00') })
  await plan(id, { promotion_name: '新春の特典' }, { ends_at: NOON })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  await db.update(promotion).set({ ends_at: null }).where(eq(promotion.id, id))
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await rowOf(id)).toMatchObject({ promotion_name: '今だけ', status: 'stopped' })
})

test.each([
  ['no change', {}, 'after.status'],
  ['a name that needs an end', { promotion_name: '今だけ500円引き' }, 'after.promotion_name'],
  ['a comparison with a price that was none', { promotion_name: '半額' }, 'after.promotion_name'],
  ['goods that there are not', { product_ids: [999_999] }, 'after.product_ids'],
  ['cycles in the wrong order', { from_cycle: 3, to_cycle: 2 }, 'after.to_cycle'],
  ['a code, and there is none', { trigger: 'code' }, 'after.status'],
  [
    'a gift that is worth too much',
    { effect: { kind: 'gift', product_sku_id: 101, pieces: 9 } },
    'after.effect.product_sku_id',
  ],
] as const)('%s is refused beside its field', async (_, change, path) => {
  await db.delete(price_history)
  const { id } = await running()
  await expect(plan(id, change as never)).rejects.toMatchObject({ status: 422, fields: [{ path }] })
})

test('one that has ended by then, one of another shop, and an operator who may not', async () => {
  const { id } = await running({ ends_at: new Date('2026-12-31T18:00:00+09:00') })
  await expect(plan(id, { min_amount: 1 })).rejects.toMatchObject({ fields: [{ path: 'starts_at' }] })
  await db.update(promotion).set({ shop_id: 3 }).where(eq(promotion.id, id))
  await expect(plan(id, { min_amount: 1 })).rejects.toMatchObject({ fields: [{ path: 'subject_id' }] })
  const clerk = { ...manager, operator: { ...manager.operator, permissions: ['setting.write'] as const } }
  const change = { kind: 'promotion', subject_id: String(id), starts_at: MIDNIGHT, ends_at: null, after: {} }
  await expect(scheduleChange(clerk, change as never)).rejects.toMatchObject({ status: 403 })
})
