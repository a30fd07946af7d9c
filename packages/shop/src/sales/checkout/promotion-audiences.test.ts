import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { order_check } from '@kushi/db/schema/person'
import { promotion, promotion_code, promotion_member, promotion_use } from '@kushi/db/schema/promotion'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addCodes } from '../../catalogue/promotion/admin/codes.ts'
import { addPromotionMembers, clearPromotionMembers } from '../../catalogue/promotion/admin/members.ts'
import { createPromotion, showPromotion, startPromotion } from '../../catalogue/promotion/admin/promotions.ts'
import { simulatePromotionPrices } from '../../catalogue/promotion/admin/try-promotion.ts'
import type { MemberContext } from '../../context.ts'
import type { ShopError } from '../../shop-error.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const desk = await operatorContext(db)
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
let house = 0
/** Somebody whom no other test knows, at noon in Japan of a day. */
async function member(more: Partial<typeof customer.$inferInsert> = {}, at = '2026-11-21T12:00:00+09:00') {
  house++
  const who = { addr02: `${house}-77-5`, phone_number: `0901000${String(house).padStart(4, '0')}`, ...more }
  const [customer_id] = await insertMembers(db, 1, who)
  return { ctx: contextOf(customer_id!, at), home: { ...kamakuraAddress, ...pick(who) } }
}
const pick = ({ addr02, phone_number }: { addr02: string; phone_number: string }) => ({ addr02, phone_number })
const contextOf = (customer_id: number, at: string) => {
  const ctx = testContext(db, { customer_id, settings }) as MemberContext
  return { ...ctx, clock: { ...ctx.clock, now: () => new Date(at), today: () => dayOf(at) } } as MemberContext
}
const dayOf = (at: string) => new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 10)
type Somebody = Awaited<ReturnType<typeof member>>
const asked = ({ ctx, home }: Somebody, coupon_codes: string[] = []) =>
  validateOrder(ctx, testOrderDraft({ coupon_codes, shipping_address: home }))
const told = async (who: Somebody, coupon_codes: string[] = []) =>
  (await asked(who, coupon_codes)).summary.promotions.map(({ is_applied, message }) => [is_applied, message])
const buy = async ({ ctx, home }: Somebody, coupon_codes: string[] = []) =>
  placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ coupon_codes, shipping_address: home })))
const liveUses = (promotion_id: number) =>
  db.$count(promotion_use, and(eq(promotion_use.promotion_id, promotion_id), isNull(promotion_use.released_at)))

test('a list: by number and mail, unknown lines told, the same members once; others read why only with a code', async () => {
  const { id, code } = await insertRunningPromotion(db, { member_scope: 'listed' })
  const automatic = await insertRunningPromotion(db, {
    member_scope: 'listed',
    trigger: 'automatic',
    promotion_name: '御礼',
  })
  const [one, two, other] = [await member(), await member(), await member()]
  const [row] = await db.select().from(customer).where(eq(customer.id, two.ctx.customer_id))
  const pasted_members = [
    '会員番号,お名前',
    `${one.ctx.customer_id},山口`,
    row!.email.toUpperCase(),
    '"ＮＡＮＩＫＡ"',
    '999999999',
    'nobody@example.com',
    '',
    String(one.ctx.customer_id),
  ].join('\r\n')
  expect(await addPromotionMembers(desk, { id, pasted_members })).toEqual({
    added: 2,
    already: 0,
    unknown: ['NANIKA', '999999999', 'nobody@example.com'],
    unknown_count: 3,
  })
  expect(await addPromotionMembers(desk, { id, pasted_members: `${one.ctx.customer_id}` })).toMatchObject({
    added: 0,
    already: 1,
  })
  await addPromotionMembers(desk, { id: automatic.id, pasted_members: `${two.ctx.customer_id}` })
  expect((await showPromotion(desk, { id })).member_count).toBe(2)
  expect(await told(one, [code])).toEqual([[true, '']])
  expect(await told(two)).toEqual([[true, '']])
  // Nobody asked for an automatic one that is meant for others.
  expect(await told(other)).toEqual([])
  expect(await told(other, [code])).toEqual([[false, expect.stringContaining('ご案内をお送りした会員の方だけ')]])
  await buy(one, [code])
  expect(await liveUses(id)).toBe(1)
  expect(await clearPromotionMembers(desk, { id })).toEqual({ removed: 2 })
  expect(await told(one, [code])).toEqual([[false, expect.stringContaining('ご案内をお送りした')]])
  const guest = testContext(db, { settings })
  const seen = await validateOrder(guest, testOrderDraft({ coupon_codes: [code] }))
  expect(seen.summary.promotions).toMatchObject([{ is_applied: false, message: expect.stringContaining('ログイン') }])
})

test('a list of another shop takes nobody, and one without members can’t be started', async () => {
  const { id } = await insertRunningPromotion(db, { member_scope: 'listed', trigger: 'automatic', status: 'draft' })
  await expect(startPromotion(desk, { id })).rejects.toMatchObject({ error: 'ERROR_PROMOTION_WITHOUT_MEMBERS' })
  const other = await operatorContext(db, 'manager', { shop_id: 3 })
  const { ctx } = await member()
  const lines = { id, pasted_members: `${ctx.customer_id}` }
  await expect(addPromotionMembers(other, lines)).rejects.toMatchObject({ status: 404 })
  expect(await db.$count(promotion_member, eq(promotion_member.promotion_id, id))).toBe(0)
  const many = Array.from({ length: 10_001 }, (_, n) => n + 1).join('\n')
  await expect(addPromotionMembers(desk, { id, pasted_members: many })).rejects.toMatchObject({
    fields: [{ path: 'pasted_members' }],
  })
})

test.each([
  ['the last second of the month before', '2026-10-31T23:59:59+09:00', false],
  ['the first of the month in Japan, still the month before in UTC', '2026-11-01T00:00:00+09:00', true],
  ['its last second', '2026-11-30T23:59:59+09:00', true],
  ['the month after', '2026-12-01T00:00:00+09:00', false],
])('birthday month, on the day of the order in Japan: %s', async (_, at, applies) => {
  const { code } = await insertRunningPromotion(db, { member_scope: 'birthday_month' })
  expect(await told(await member({ birthday: '1990-11-30' }, at), [code])).toEqual([
    applies ? [true, ''] : [false, expect.stringContaining('生まれ月にご注文の会員')],
  ])
})

test('without a known birthday the reason says so; an automatic one says nothing', async () => {
  const { code } = await insertRunningPromotion(db, { member_scope: 'birthday_month' })
  expect(await told(await member(), [code])).toEqual([[false, expect.stringContaining('生年月日のご登録がない')]])
  await insertRunningPromotion(db, { member_scope: 'birthday_month', trigger: 'automatic' })
  expect(await told(await member({ birthday: '1990-05-05' }))).toEqual([])
})

test('link only: its letters apply, as no typed code does, and a word of before does not either', async () => {
  const { id } = await createPromotion(desk, {
    promotion_name: 'LINEの方へ',
    trigger: 'link',
    member_scope: 'anybody',
    audience: 'everybody',
    again_after_months: null,
    starts_at: '2026-11-01T00:00:00+09:00',
    ends_at: null,
    effect: { kind: 'yen', yen: 500 },
    product_ids: [],
    cart_type: null,
    min_amount: 0,
    from_cycle: 1,
    to_cycle: 1,
    stack_group: null,
    max_uses: null,
    budget_yen: null,
  })
  await addCodes(desk, { id, kind: 'word', code: `WORD${id}`, issued_to: '' })
  await expect(startPromotion(desk, { id })).rejects.toMatchObject({ error: 'ERROR_PROMOTION_WITHOUT_CODE' })
  await addCodes(desk, { id, kind: 'link', issued_to: 'LINE' })
  await startPromotion(desk, { id })
  const codes = await db.select().from(promotion_code).where(eq(promotion_code.promotion_id, id))
  const link = codes.find(({ code }) => code.startsWith('~'))!.code
  expect(link).toMatch(/^~[2-9A-HJKMNP-Z]{10}$/)
  const who = await member()
  expect(await told(who, [link])).toEqual([[true, '']])
  expect(await told(who, [link.slice(1)])).toEqual([[false, expect.stringContaining('見つかりません')]])
  expect(await told(who, [`WORD${id}`])).toEqual([[false, expect.stringContaining('見つかりません')]])
  expect(await told(who, ['~NANIKA'])).toEqual([[false, 'このリンクの特典は見つかりません。']])
  expect(await told(who)).toEqual([])
})

test('once an address: however it is written and whoever lives there; given back with the order', async () => {
  const { id, code } = await insertRunningPromotion(db, { audience: 'once_address' })
  const one = await member({ addr02: '一丁目９９番７号' })
  const other = {
    ...(await member({ kana01: 'さとう', name01: '佐藤' })),
    home: { ...kamakuraAddress, addr02: '1-99-7' },
  }
  const { order_no } = await buy(one, [code])
  expect(await told(other, [code])).toEqual([[false, expect.stringContaining('このご住所ではすでにご利用')]])
  // The same person elsewhere has it, and before the address is typed nothing is refused.
  expect(await told({ ...one, home: { ...kamakuraAddress, addr02: '1-99-8' } }, [code])).toEqual([[true, '']])
  const [use] = await db.select().from(promotion_use).where(eq(promotion_use.promotion_id, id))
  expect(use!.person_key).toMatch(/^address:/)
  expect(use!.person_key).not.toContain('99')
  await cancelOrder(one.ctx, { order_no, keep_subscription: false, notify: false })
  expect(await told(other, [code])).toEqual([[true, '']])
})

test('once an address: another room or postcode is refused to the person, and held of whoever may be', async () => {
  const { code } = await insertRunningPromotion(db, { audience: 'once_address' })
  const home = { ...kamakuraAddress, addr02: '3-95-7' }
  const one = { ...(await member({ addr02: home.addr02 })), home }
  await buy(one, [code])
  const refused = [[false, expect.stringContaining('このご住所ではすでにご利用')]]
  for (const more of [{ addr03: '101号室' }, { addr02: '3丁目95番7号201' }, { postal_code02: '0005' }])
    expect(await told({ ...one, home: { ...home, ...more } }, [code])).toEqual(refused)
  expect(await told({ ...one, home: { ...home, addr02: '3-95-8' } }, [code])).toEqual([[true, '']])
  const other = await member({ kana01: 'さとう', name01: '佐藤' })
  const next = { ...home, kana01: 'さとう', name01: '佐藤', phone_number: '09055550001', addr03: '202号室' }
  const { order_no } = await buy({ ...other, home: next }, [code])
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(await db.select().from(order_check).where(eq(order_check.order_id, order!.id))).toMatchObject([
    { matches: [{ customer_id: one.ctx.customer_id, kinds: ['place'] }] },
  ])
})

test('once an address: two orders there at once, of two members: the second reads why', async () => {
  const { id, code } = await insertRunningPromotion(db, { audience: 'once_address' })
  const home = { ...kamakuraAddress, addr02: '5-98-1' }
  const both = [
    { ...(await member()), home },
    { ...(await member({ kana01: 'さとう' })), home },
  ]
  const requests = await Promise.all(
    both.map(({ ctx }) => confirmedOrderInput(ctx, testOrderDraft({ coupon_codes: [code], shipping_address: home }))),
  )
  const results = await Promise.allSettled(requests.map((request, n) => placeOrder(both[n]!.ctx, request)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  // Which of the two it reads depends on whether the first had ended before the second was priced.
  const why = { ERROR_PROMOTION_ENDED: 'このご住所では', ERROR_AMOUNT_CHANGED: '' }
  const { error, message } = results.find((one) => one.status === 'rejected')!.reason as ShopError
  expect(Object.keys(why)).toContain(error)
  expect(message).toContain(why[error as keyof typeof why])
  expect(await liveUses(id)).toBe(1)
})

test('nobody finds out where others ordered: after 20 destinations an hour nothing is told or given', async () => {
  const { code } = await insertRunningPromotion(db, { audience: 'once_address' })
  const spy = await member()
  spy.ctx = testContext(db, { customer_id: spy.ctx.customer_id, ip: '203.0.113.91' }) as MemberContext
  const at = async (n: number) => told({ ...spy, home: { ...kamakuraAddress, addr02: `7-${n}` } }, [code])
  for (let n = 1; n <= 20; n++) expect(await at(n)).toEqual([[true, '']])
  expect(await at(21)).toEqual([[false, expect.stringContaining('確かめられない')]])
})

test('again after months: refused until the day, with the day; then again, once', async () => {
  const { id, code } = await insertRunningPromotion(db, { audience: 'again', again_after_months: 1 })
  const first = await member({}, '2026-10-31T12:00:00+09:00')
  await buy(first, [code])
  await db
    .update(promotion_use)
    .set({ created_at: new Date('2026-10-31T03:00:00Z') })
    .where(eq(promotion_use.promotion_id, id))
  const on = (at: string) => ({ ...first, ctx: contextOf(first.ctx.customer_id, at) })
  const [refused] = await told(on('2026-11-29T23:59:59+09:00'), [code])
  expect(refused).toEqual([false, expect.stringContaining('次は2026年11月30日からご利用いただけます。')])
  const later = on('2026-11-30T00:00:00+09:00')
  const requests = [
    await confirmedOrderInput(later.ctx, testOrderDraft({ coupon_codes: [code], shipping_address: later.home })),
    await confirmedOrderInput(later.ctx, testOrderDraft({ coupon_codes: [code], shipping_address: later.home })),
  ]
  const results = await Promise.allSettled(requests.map((request) => placeOrder(later.ctx, request)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await liveUses(id)).toBe(2)
  expect((await told(later, [code]))[0]![0]).toBe(false)
})

test('the trial counts those for whom it is meant', async () => {
  const people = [await member({ birthday: '1990-11-02' }), await member({ birthday: '1990-04-02' }), await member()]
  for (const who of people) await buy(who)
  await buy({ ...people[1]!, home: people[0]!.home })
  await db.update(orders).set({ created_at: new Date('2026-11-20T03:00:00Z') })
  const {
    id,
    sentence: _,
    ...standing
  } = await showPromotion(
    desk,
    await insertRunningPromotion(db, { member_scope: 'listed', audience: 'again', again_after_months: 2 }),
  )
  await addPromotionMembers(desk, { id, pasted_members: `${people[1]!.ctx.customer_id}` })
  const attempt = async (more: object) =>
    (await simulatePromotionPrices(desk, { ...standing, ...more } as never)).orders
  expect(await attempt({ id })).toBe(1)
  expect(await attempt({ id, audience: 'everybody', again_after_months: null })).toBe(2)
  // A draft that is not saved has no list.
  expect(await attempt({})).toBe(0)
  const all = await attempt({ member_scope: 'anybody', audience: 'everybody' })
  expect(await attempt({ member_scope: 'birthday_month', audience: 'everybody' })).toBe(1)
  expect(await attempt({ member_scope: 'anybody', audience: 'once_address' })).toBeLessThan(all)
})
