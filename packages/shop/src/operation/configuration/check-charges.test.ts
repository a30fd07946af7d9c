import {
  delivery,
  delivery_cool_fee,
  delivery_prefecture_fee,
  shop_payment,
  shop_payment_fee,
} from '@kushi/db/schema/delivery'
import { audit_event } from '@kushi/db/schema/operator'
import { price_history, product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { self_check } from '@kushi/db/schema/self-check'
import { shop } from '@kushi/db/schema/shop'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { mapOrderFees } from '@kushi/values/order-amounts'
import { formatYen } from '@kushi/values/yen'
import { and, desc, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { systemActor, withMemberActor } from '../../actor.ts'
import { samplePostcode } from '../../catalogue/delivery/index.ts'
import { loadShopFacts } from '../../catalogue/promise/index.ts'
import {
  overridePromotionFault,
  showPromotion,
  startPromotion,
  stopPromotion,
} from '../../catalogue/promotion/admin/promotions.ts'
import { stopUnpublishablePromotions } from '../../catalogue/promotion/stop-forbidden.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { testShopFacts } from '../../testing/facts.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { showToday } from '../today/admin/show-today.ts'
import { checkStatedCharges } from './check-charges.ts'
import { advertisedCharges, advertisedPaymentFee, chargeDifferences } from './rules/advertised-charges.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = testContext(db, { actor: systemActor('self-purchase') })
beforeEach(() => emptyTables(db.$client, 'orders, outbox', { restart: true }))

const lastCheck = async () =>
  (await db.select().from(self_check).where(eq(self_check.kind, 'charges')).orderBy(desc(self_check.id)).limit(1))[0]

test('the demo charges what it says, everywhere', async () => {
  const { looked, items } = await checkStatedCharges(ctx)
  expect(items).toEqual([])
  // Prefectures, mainland and island, of each method, payment and plan.
  expect(looked).toBeGreaterThan(47 * 2 * 3)
  expect(await lastCheck()).toMatchObject({ looked, items: [], actor_kind: 'system' })
})

test('数量割引 and a promotion change what these pieces cost, and are no difference', async () => {
  const steps = [{ from_pieces: 2, price: 100, subscription_price: 90 }]
  await db.update(product_sku).set({ quantity_prices: steps }).where(eq(product_sku.shop_id, 2))
  await insertRunningPromotion(db, { trigger: 'automatic', effect: { kind: 'free_delivery' } })
  expect((await checkStatedCharges(ctx)).items).toEqual([])
  await db.update(product_sku).set({ quantity_prices: [] }).where(eq(product_sku.shop_id, 2))
  await db.update(promotion).set({ status: 'stopped' })
})

test('pages that still say an earlier fee stand on 今日 with both sentences, until they agree', async () => {
  const before = await loadShopFacts(ctx)
  const [was] = await db.select().from(delivery).where(eq(delivery.id, 1))
  await db
    .update(delivery)
    .set({ flat_rate_delivery_fee: was!.flat_rate_delivery_fee + 110 })
    .where(eq(delivery.id, 1))
  const cache = { get: (key: string, load: () => unknown) => (key.startsWith('facts of') ? before : load()) }
  const { items } = await checkStatedCharges({ ...ctx, cache: cache as never })
  const said = formatYen(was!.flat_rate_delivery_fee)
  const charged = formatYen(was!.flat_rate_delivery_fee + 110)
  expect(items).toContainEqual(
    expect.objectContaining({
      subject: '送料の表',
      said: `送料 ${said}`,
      fact: expect.stringContaining(`送料 ${charged}`),
    }),
  )
  const manager = await operatorContext(db)
  const { promises } = await showToday(manager, {} as never)
  expect(promises).toContainEqual(expect.objectContaining({ name: '送料の表', said: `送料 ${said}` }))
  await db.update(delivery).set({ flat_rate_delivery_fee: was!.flat_rate_delivery_fee }).where(eq(delivery.id, 1))
  await checkStatedCharges(ctx)
  expect((await showToday(manager, {} as never)).promises).toEqual([])
})

test('a promotion whose gift or compared price was raised meanwhile stands on 今日, and in the nightly check', async () => {
  const manager = await operatorContext(db)
  const said = async () => (await showToday(manager, {} as never)).promises!.map(({ name, fact }) => [name, fact])
  const [gift] = await db.select().from(product_sku).where(eq(product_sku.id, 133))
  const effect = { kind: 'gift' as const, product_sku_id: 133, pieces: 1 }
  const given = { trigger: 'automatic' as const, effect, min_amount: gift!.price * 5, promotion_name: 'お茶の特典' }
  const { id } = await insertRunningPromotion(db, given)
  expect(await said()).toEqual([])
  await db
    .update(product_sku)
    .set({ price: gift!.price * 2 })
    .where(eq(product_sku.id, 133))
  const ofGift = ['お茶の特典', expect.stringContaining('2割')]
  expect(await said()).toEqual([ofGift])
  expect((await checkStatedCharges(ctx)).items).toMatchObject([{ subject: 'お茶の特典', label: '特典', is_met: false }])
  expect(await said()).toEqual([ofGift])
  // Mended, it is gone at once, whatever the last night found.
  await db.update(product_sku).set({ price: gift!.price }).where(eq(product_sku.id, 133))
  expect(await said()).toEqual([])
  await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, id))

  const half = await insertRunningPromotion(db, {
    effect: { kind: 'percent', percent: 50 },
    promotion_name: '全品半額',
    product_ids: [1],
  })
  await db.delete(price_history).where(eq(price_history.product_sku_id, 101))
  expect(await said()).toEqual([['全品半額', expect.stringContaining('販売期間が足りません')]])
  await db.update(promotion).set({ ends_at: ctx.clock.now() }).where(eq(promotion.id, half.id))
  expect(await said()).toEqual([])
  await db.update(promotion).set({ status: 'stopped' })
})

test('what could not be published any more is stopped at midnight, and 今日 says so until somebody acts', async () => {
  const manager = await operatorContext(db)
  const today = async () => (await showToday(manager, {} as never)).promises!.map(({ said }) => said)
  const [gift] = await db.select().from(product_sku).where(eq(product_sku.id, 133))
  const effect = { kind: 'gift' as const, product_sku_id: 133, pieces: 1 }
  const given = { trigger: 'automatic' as const, effect, min_amount: gift!.price * 5, promotion_name: 'お茶の特典' }
  const { id } = await insertRunningPromotion(db, given)
  const { id: lawful } = await insertRunningPromotion(db, { promotion_name: '秋の特典' })
  const statusOf = async (one: number) => (await db.select().from(promotion).where(eq(promotion.id, one)))[0]!.status
  expect(await stopUnpublishablePromotions(ctx)).toBe(0)
  await db
    .update(product_sku)
    .set({ price: gift!.price * 2 })
    .where(eq(product_sku.id, 133))
  expect(await today()).toEqual([expect.stringContaining('今夜0時に自動的に止まります')])
  expect(await stopUnpublishablePromotions(ctx)).toBe(1)
  expect([await statusOf(id), await statusOf(lawful)]).toEqual(['stopped', 'active'])
  expect(await today()).toEqual([expect.stringContaining('0時に自動的に止まりました')])
  expect(await stopUnpublishablePromotions(ctx)).toBe(0)
  // Mended and published again, nothing is left to say.
  await db.update(product_sku).set({ price: gift!.price }).where(eq(product_sku.id, 133))
  await startPromotion(manager, { id })
  expect(await today()).toEqual([])
  await db.update(promotion).set({ status: 'stopped' })
})

test('an operator lets one run on: for the fault that they saw, with a reason, and 今日 says so as long as it holds', async () => {
  const manager = await operatorContext(db)
  const today = async () =>
    (await showToday(manager, {} as never)).promises!.flatMap(({ name, said }) => (name === '春の特典' ? said : []))
  const [gift] = await db.select().from(product_sku).where(eq(product_sku.id, 133))
  const raise = (times: number) =>
    db
      .update(product_sku)
      .set({ price: gift!.price * times })
      .where(eq(product_sku.id, 133))
  const effect = { kind: 'gift' as const, product_sku_id: 133, pieces: 1 }
  const { id } = await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect,
    min_amount: gift!.price * 5,
    promotion_name: '春の特典',
  })
  const decide = async (of = '') => {
    const { publishing_fault } = await showPromotion(manager, { id })
    return overridePromotionFault(manager, {
      id,
      publishing_fault: of || publishing_fault!,
      decision_reason: '告知を刷ったため',
    })
  }
  await raise(2)
  await expect(decide('いつかの理由')).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  expect((await decide()).fault_override).toMatchObject({ decision_reason: '告知を刷ったため' })
  expect(await stopUnpublishablePromotions(ctx)).toBe(0)
  expect(await today()).toEqual([expect.stringMatching(/の判断で続けています.*告知を刷ったため/)])
  const [kept] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(kept!.after).toMatchObject({
    publishing_fault: expect.stringContaining('2割'),
    decision_reason: '告知を刷ったため',
  })
  // Another fault was not decided. What midnight stopped can run again; what an operator stopped can't.
  await raise(3)
  expect(await today()).toEqual([expect.stringContaining('今夜0時に自動的に止まります')])
  expect(await stopUnpublishablePromotions(ctx)).toBe(1)
  expect(await decide()).toMatchObject({ status: 'active', fault_override: { decision_reason: '告知を刷ったため' } })
  expect(await stopUnpublishablePromotions(ctx)).toBe(0)
  const later = { ...manager, clock: testClock('2026-11-22') }
  const stopped = { status: 'stopped', publishing_fault: null, fault_override: null }
  expect(await stopPromotion(later, { id })).toMatchObject(stopped)
  await expect(decide('2割')).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  await expect(startPromotion(manager, { id })).rejects.toMatchObject({ status: 422 })
  await raise(1)
  expect(await startPromotion(manager, { id })).toMatchObject({ status: 'active', publishing_fault: null })
  await db.update(promotion).set({ status: 'stopped' })
})

test.each([
  [9_999, 330],
  [10_000, 440],
])('the fee of a payment is read out of its words: %i', (total, fee) =>
  expect(advertisedPaymentFee(testShopFacts(), '代金引換', total)).toBe(fee),
)

test('what is not said at all is a difference', () => {
  const charged = {
    subtotal: 1_000,
    ...mapOrderFees(() => 0),
    delivery_fee: 660,
    gift_fee: 550,
    payment_total: 2_210,
  }
  const bought = { product_name: 'しずく', plan: 'once' as const, goods: 1_000, cool_parcels: 0, charged }
  const to = { pref_id: 13, is_remote_island: false }
  const names = { delivery_name: 'バイク便', payment_name: 'クレジットカード' }
  expect(chargeDifferences(testShopFacts(), { ...bought, ...names, to })).toMatchObject([
    { label: '送料', said: '送料を書いていません' },
    { label: 'ギフト包装', said: expect.stringContaining('0') },
    { label: '手数料' },
  ])
})

const yen = fc.integer({ min: 0, max: 2_000 })
const settings = fc.record({
  flat: yen,
  island: yen,
  prefecture_fees: fc.dictionary(fc.integer({ min: 1, max: 47 }).map(String), yen, { maxKeys: 5 }),
  cool_fee: yen,
  cool_fees: fc.dictionary(fc.integer({ min: 1, max: 47 }).map(String), yen, { maxKeys: 5 }),
  includes: fc.boolean(),
  free: fc.option(fc.integer({ min: 1, max: 20_000 })),
  fees: fc.tuple(yen, fc.integer({ min: 1, max: 8_000 }), yen),
  quantity: fc.integer({ min: 1, max: 3 }),
  pref_id: fc.integer({ min: 1, max: 47 }),
  is_remote_island: fc.boolean(),
})

test.each(fc.sample(settings, { numRuns: 6, seed: 302 }))(
  'every figure said equals the figure charged: %j',
  async ({
    flat,
    island,
    prefecture_fees,
    cool_fee,
    cool_fees,
    includes,
    free,
    fees,
    quantity,
    pref_id,
    is_remote_island,
  }) => {
    await db
      .update(delivery)
      .set({ flat_rate_delivery_fee: flat, island_surcharge: island, cool_fee })
      .where(eq(delivery.id, 1))
    await db.delete(delivery_prefecture_fee).where(eq(delivery_prefecture_fee.delivery_id, 1))
    await db.delete(delivery_cool_fee).where(eq(delivery_cool_fee.delivery_id, 1))
    const rows = (of: Record<string, number>) =>
      Object.entries(of).map(([id, fee]) => ({ shop_id: 2, delivery_id: 1, pref_id: Number(id), fee }))
    const [own, cooled] = [rows(prefecture_fees), rows(cool_fees)]
    if (own.length > 0) await db.insert(delivery_prefecture_fee).values(own)
    if (cooled.length > 0) await db.insert(delivery_cool_fee).values(cooled)
    // The cheapest goods are frozen, so that クール代 is asked of what the job looks at.
    await db.update(product_sku).set({ temperature: 'frozen' }).where(eq(product_sku.id, 101))
    await db
      .update(shop)
      .set({ delivery_free_amount: free, delivery_free_includes_cool: includes })
      .where(eq(shop.id, 2))
    const [cash] = await db
      .select()
      .from(shop_payment)
      .where(and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id)))
    await db.delete(shop_payment_fee).where(eq(shop_payment_fee.shop_payment_id, cash!.id))
    const row = { shop_id: 2, shop_payment_id: cash!.id }
    await db.insert(shop_payment_fee).values([
      { ...row, from_amount: 0, fee: fees[0] },
      { ...row, from_amount: fees[1], fee: fees[2] },
    ])
    expect((await checkStatedCharges(ctx)).items).toEqual([])

    // A real order to there: confirmation, mail and books say the figures of the pages.
    const [customer_id] = await insertMembers(db, 1)
    const member = withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
    const islandPostal = is_remote_island ? samplePostcode(pref_id, true) : null
    const postal = islandPostal ?? samplePostcode(pref_id, false)!
    const shipping_address = {
      ...kamakuraAddress,
      pref_id,
      postal_code01: postal.slice(0, 3),
      postal_code02: postal.slice(3),
    }
    const wanted = testOrderDraft({ items: [{ product_sku_id: 101, quantity, revision: 1 }], shipping_address })
    const { summary } = await validateOrder(member, wanted)
    const facts = await loadShopFacts(ctx)
    const { delivery_name } = facts.deliveries.find(({ id }) => id === 1)!
    const { payment_name } = facts.payments.find((one) => one.payment_method_id === null)!
    const said = advertisedCharges(facts, {
      product_name: '',
      plan: 'once',
      delivery_name,
      payment_name,
      to: { pref_id, is_remote_island: islandPostal !== null },
      goods: summary.subtotal,
      cool_parcels: 1,
      charged: summary,
    })
    expect(summary).toMatchObject(said)
    await placeOrder(member, await confirmedOrderInput(member, wanted))
    const [mail] = await loadQueuedMails(db)
    expect(mail!.text).toContain(formatYen(said.payment_total!))
    if (said.delivery_fee! > 0) expect(mail!.text).toContain(formatYen(said.delivery_fee!))
    if (said.cool_fee > 0) expect(mail!.text).toContain(`クール代: ${formatYen(said.cool_fee)}`)
    if (said.payment_fee! > 0) expect(mail!.text).toContain(formatYen(said.payment_fee!))
  },
)
