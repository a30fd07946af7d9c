import { PromotionInput } from '@kushi/contract/admin/promotion'
import { orders } from '@kushi/db/schema/order'
import { price_history, product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { placeOrder } from '../../../sales/checkout/place-order.ts'
import { validateOrder } from '../../../sales/checkout/validate-order.ts'
import { testContext } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../../testing/order.ts'
import { addCodes, exportCodes } from './codes.ts'
import {
  changePromotion,
  createPromotion,
  listPromotions,
  showPromotion,
  startPromotion,
  stopPromotion,
} from './promotions.ts'
import { simulatePromotionPrices } from './try-promotion.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const ctx = await operatorContext(db)
const input = (more: Partial<PromotionInput> = {}): PromotionInput => ({
  promotion_name: '秋の特典',
  trigger: 'code',
  member_scope: 'anybody',
  audience: 'everybody',
  again_after_months: null,
  starts_at: '2026-11-01T00:00:00+09:00',
  ends_at: '2026-12-01T00:00:00+09:00',
  effect: { kind: 'yen', yen: 500 },
  product_ids: [],
  cart_type: null,
  min_amount: 0,
  from_cycle: 1,
  to_cycle: 1,
  stack_group: '割引',
  max_uses: null,
  budget_yen: null,
  ...more,
})
test.each<[Partial<PromotionInput>, string[]]>([
  [{}, []],
  [{ audience: 'again', again_after_months: 12, to_cycle: null }, []],
  [{ audience: 'everybody' }, ['audience']],
  [{ audience: 'once_address' }, ['audience']],
  [{ audience: 'new' }, ['audience']],
  [{ cart_type: null }, ['cart_type']],
  [{ from_cycle: 2, to_cycle: 2 }, ['from_cycle']],
])('of a promotion for running contracts with %j is refused: %j', (more, refused) => {
  const plan = input({ trigger: 'cancel_offer', audience: 'once', cart_type: 1, to_cycle: 3, ...more })
  expect(PromotionInput.safeParse(plan).error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(refused)
})

test('a promotion for running contracts starts without a code, and no code or automatic purchase has it', async () => {
  const { id } = await createPromotion(ctx, input({ trigger: 'cancel_offer', audience: 'once', cart_type: 1 }))
  expect(await startPromotion(ctx, { id })).toMatchObject({ status: 'active', is_running: true })
  await addCodes(ctx, { id, kind: 'word', code: 'TSUZUKU', issued_to: '' })
  const buyer = testContext(db, { customer_id: (await insertMembers(db, 1))[0]!, settings })
  const bought = testOrderDraft({
    is_subscription: true,
    delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
    coupon_codes: ['TSUZUKU'],
  })
  const { summary } = await validateOrder(buyer, bought)
  expect(summary.promotions.filter(({ is_applied }) => is_applied)).toEqual([])
  expect(await simulatePromotionPrices(ctx, input({ trigger: 'cancel_offer' }))).toMatchObject({
    orders: 0,
    looked_at: 0,
  })
})

test('what members pass on to friends starts without a link of its own', async () => {
  const forFriends = { trigger: 'link', audience: 'new' } as const
  const { id } = await createPromotion(ctx, input(forFriends))
  expect(await startPromotion(ctx, { id })).toMatchObject({ status: 'active' })
  const { id: later } = await createPromotion(ctx, input({ ...forFriends, from_cycle: 2, to_cycle: 3 }))
  await expect(startPromotion(ctx, { id: later })).rejects.toMatchObject({ error: 'ERROR_PROMOTION_WITHOUT_CODE' })
})

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
async function buy(coupon_codes: string[]) {
  const [customer_id] = await insertMembers(db, 1)
  const member = testContext(db, { customer_id: customer_id!, settings })
  return placeOrder(member, await confirmedOrderInput(member, testOrderDraft({ coupon_codes })))
}

test('a draft, its code, its start, two orders, its stop: what each says', async () => {
  const { id } = await createPromotion(ctx, input())
  expect(await showPromotion(ctx, { id })).toMatchObject({ status: 'draft', is_running: false, codes: { count: 0 } })
  await expect(startPromotion(ctx, { id })).rejects.toMatchObject({ error: 'ERROR_PROMOTION_WITHOUT_CODE' })
  await addCodes(ctx, { id, kind: 'word', code: 'AKI2026', issued_to: 'チラシ' })
  await expect(addCodes(ctx, { id, kind: 'word', code: 'AKI2026', issued_to: '' })).rejects.toMatchObject({
    fields: [{ path: 'code' }],
  })
  const ofDraft = await confirmedOrderInput(
    testContext(db, { customer_id: (await insertMembers(db, 1))[0]!, settings }),
    testOrderDraft({ coupon_codes: ['AKI2026'] }),
  )
  expect(ofDraft.shown.payment_total).toBe(3410)
  expect(await startPromotion(ctx, { id })).toMatchObject({ status: 'active', is_running: true })
  await buy(['AKI2026'])
  await buy(['aki2026'])
  expect((await showPromotion(ctx, { id })).given).toEqual({ uses: 2, later: 0, yen: 1000 })
  expect((await listPromotions(ctx, {})).items[0]).toMatchObject({ id, is_running: true })
  expect(await stopPromotion(ctx, { id })).toMatchObject({ status: 'stopped', is_running: false })
  const { content } = await exportCodes(ctx, { id, encoding: 'utf-8' })
  const csv = await new Response(content as never).text()
  expect(csv.trim().split('\n')).toHaveLength(3)
  expect(csv).toContain('AKI2026')
})

test('a limit that is set later counts what was used before it', async () => {
  const { id } = await createPromotion(ctx, input())
  await addCodes(ctx, { id, kind: 'word', code: 'LATER', issued_to: '' })
  await startPromotion(ctx, { id })
  await buy(['LATER'])
  const { version } = await showPromotion(ctx, { id })
  await changePromotion(ctx, { id, version, ...input({ max_uses: 1 }) })
  const later = await confirmedOrderInput(
    testContext(db, { customer_id: (await insertMembers(db, 1))[0]!, settings }),
    testOrderDraft({ coupon_codes: ['LATER'] }),
  )
  expect(later.shown.payment_total).toBe(3410)
  await expect(changePromotion(ctx, { id, version, ...input() })).rejects.toMatchObject({
    error: 'ERROR_CHANGED_MEANWHILE',
  })
})

test('random codes: ten letters that are not misread, each once', async () => {
  const { id } = await createPromotion(ctx, input())
  expect(await addCodes(ctx, { id, kind: 'random', count: 1500, max_uses: 1, issued_to: '' })).toEqual({ added: 1500 })
  const rows = await db.select().from(promotion_code).where(eq(promotion_code.promotion_id, id))
  expect(new Set(rows.map(({ code }) => code)).size).toBe(1500)
  for (const { code, max_uses } of rows) {
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
    expect(max_uses).toBe(1)
  }
})

test('codes of a file: all or none, each fault by its line', async () => {
  const { id } = await createPromotion(ctx, input())
  const add = (pasted_codes: string) => addCodes(ctx, { id, kind: 'file', pasted_codes, max_uses: 2 })
  expect(await add('\uFEFFコード,発行先\r\nfile-one,11月号\r\n"ＦＩＬＥ２"\t店頭\n\nFILE3')).toEqual({ added: 3 })
  const rows = await db.select().from(promotion_code).where(eq(promotion_code.promotion_id, id))
  expect(rows.map(({ code, issued_to, max_uses, used }) => [code, issued_to, max_uses, used])).toEqual([
    ['FILE-ONE', '11月号', 2, 0],
    ['FILE2', '店頭', 2, 0],
    ['FILE3', '', 2, 0],
  ])
  const messageOf = async (pasted: string) =>
    add(pasted).then(
      () => 'added',
      (error) => error.fields[0].message as string,
    )
  expect(await messageOf('GOOD1\nあ\nGOOD1\nxy')).toBe(
    '2行目「あ」: コードは、半角の英数字で3〜20文字です。\n3行目「GOOD1」: 1行目と同じです。\n4行目「xy」: コードは、半角の英数字で3〜20文字です。',
  )
  expect(await messageOf('GOOD2\nfile3')).toBe('2行目「FILE3」: このコードは、すでに使われています。')
  expect(await messageOf('~ABCDEF')).toContain('1行目')
  expect(await messageOf(Array.from({ length: 10_001 }, (_, n) => `MANY${n}`).join('\n'))).toContain('10,000行')
  expect(await db.$count(promotion_code, eq(promotion_code.promotion_id, id))).toBe(3)
})

test('the trial: how many orders of the last 30 days, and what it would have cost', async () => {
  const before = await simulatePromotionPrices(ctx, input())
  await buy([])
  await buy([])
  await db.update(orders).set({ created_at: ctx.clock.now() }).where(eq(orders.shop_id, 2))
  const after = await simulatePromotionPrices(
    ctx,
    input({ product_ids: [1], effect: { kind: 'percent', percent: 10 } }),
  )
  expect(after.orders).toBeGreaterThanOrEqual(before.orders)
  expect(after.yen).toBeGreaterThanOrEqual(2 * 242)
  expect(after.sentence).toContain('「純椿油「しずく」」を10%引きにします。')
  const capped = await simulatePromotionPrices(ctx, input({ max_uses: 1 }))
  expect([capped.orders, capped.yen]).toEqual([1, 500])
  expect(await db.$count(promotion_use, and(eq(promotion_use.shop_id, 2), eq(promotion_use.promotion_id, 0)))).toBe(0)
})

test('景品表示法: a name that compares with a price needs a price that was charged', async () => {
  await db.delete(price_history).where(eq(price_history.product_sku_id, 101))
  const named = input({ promotion_name: '全品20%OFF', product_ids: [1] })
  await expect(createPromotion(ctx, named)).rejects.toMatchObject({ fields: [{ path: 'promotion_name' }] })
  const skus = await db.select().from(product_sku).where(eq(product_sku.product_id, 1))
  await db.insert(price_history).values(
    skus.map(({ id, price }) => ({
      shop_id: 2,
      product_sku_id: id,
      price,
      started_at: sql`${ctx.clock.now().toISOString()}::timestamptz - interval '90 days'`,
    })) as never,
  )
  const { id } = await createPromotion(ctx, named)
  await addCodes(ctx, { id, kind: 'word', code: 'HIKAKU', issued_to: '' })
  // The price was changed between 下書き and 公開.
  const [sku] = skus
  await db.insert(price_history).values({
    shop_id: 2,
    product_sku_id: sku!.id,
    price: sku!.price + 100,
    started_at: ctx.clock.now(),
  })
  await expect(startPromotion(ctx, { id })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('販売期間が足りません'),
    fields: [{ path: 'promotion_name' }],
  })
  expect(await showPromotion(ctx, { id })).toMatchObject({ status: 'draft' })
  await db.delete(price_history).where(eq(price_history.price, sku!.price + 100))
  expect(await startPromotion(ctx, { id })).toMatchObject({ status: 'active' })
})

test.each(['2割引', '二割引', '20パーセントオフ', 'ハーフプライス', '580円お得', '最安値', '半値', '全品3割オフ'])(
  '「%s」 compares with the price',
  async (promotion_name) => {
    await db.delete(price_history).where(eq(price_history.product_sku_id, 101))
    const named = input({ promotion_name, product_ids: [1] })
    await expect(createPromotion(ctx, named)).rejects.toMatchObject({ fields: [{ path: 'promotion_name' }] })
  },
)

test.each(['十割そばの特典', '500円引き', '分割のご案内'])('「%s」 compares with nothing', async (promotion_name) => {
  await db.delete(price_history).where(eq(price_history.product_sku_id, 101))
  await createPromotion(ctx, input({ promotion_name, product_ids: [1] }))
})

test.each([
  ['本日のみ without an end', { promotion_name: '本日のみの特典', ends_at: null }, 'ends_at'],
  ['期間限定セール without an end', { promotion_name: '期間限定セール', ends_at: null }, 'ends_at'],
  ['3日間限定, wide, without an end', { promotion_name: '3日間限定', ends_at: null }, 'ends_at'],
  ['今だけ without an end', { promotion_name: '今だけの特典', ends_at: null }, 'ends_at'],
  ['an end before the begin', { ends_at: '2026-10-01T00:00:00+09:00' }, 'ends_at'],
  ['deliveries that run backwards', { from_cycle: 3, to_cycle: 2 }, 'to_cycle'],
  ['deliveries of a single purchase', { cart_type: 0 as const, to_cycle: 3 }, 'to_cycle'],
  ['a set of one', { effect: { kind: 'set_price' as const, pieces: 1, price: 100 } }, 'effect.pieces'],
  ['more than everything', { effect: { kind: 'percent' as const, percent: 101 } }, 'effect.percent'],
  ['生まれ月 without a bound', { member_scope: 'birthday_month' as const }, 'audience'],
])('refused beside its field: %s', (_, more, path) => {
  const { error } = PromotionInput.safeParse(input(more))
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
})

test('another shop sees and stops none of it', async () => {
  const { id } = await createPromotion(ctx, input())
  const other = await operatorContext(db, 'manager', { shop_id: 3 })
  for (const call of [showPromotion, startPromotion, stopPromotion])
    await expect(call(other, { id })).rejects.toMatchObject({ status: 404 })
  await expect(createPromotion(other, input({ product_ids: [1] }))).rejects.toMatchObject({
    fields: [{ path: 'product_ids' }],
  })
})

test('総付景品: a gift is worth at most a fifth of what is bought, or ¥200; its sentence names it', async () => {
  const gift = (pieces: number, more: Partial<PromotionInput> = {}) =>
    input({ trigger: 'automatic', effect: { kind: 'gift', product_sku_id: 133, pieces }, product_ids: [1], ...more })
  const [tea] = await db.select({ price: product_sku.price }).from(product_sku).where(eq(product_sku.id, 133))
  await expect(createPromotion(ctx, gift(9))).rejects.toMatchObject({ fields: [{ path: 'effect.product_sku_id' }] })
  const min_amount = tea!.price * 5
  await expect(createPromotion(ctx, gift(1, { min_amount: min_amount - 1 }))).rejects.toMatchObject({ status: 422 })
  const { id } = await createPromotion(ctx, gift(1, { min_amount }))
  expect((await showPromotion(ctx, { id })).sentence).toContain('を1点お付けします(在庫があるかぎり)。')
  await expect(
    createPromotion(ctx, input({ effect: { kind: 'gift', product_sku_id: 999_999, pieces: 1 } })),
  ).rejects.toMatchObject({ fields: [{ path: 'effect.product_sku_id' }] })
  // Of many orders each would get one; what it costs is the price of the gift.
  await buy([])
  const trial = await simulatePromotionPrices(ctx, gift(1, { product_ids: [] }))
  expect(trial.orders).toBeGreaterThan(0)
  expect(trial.yen).toBe(trial.orders * tea!.price)
})
