import type { SubscriptionJob } from '@kushi/contract/admin/bulk'
import { bulk_job } from '@kushi/db/schema/bulk'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { price_offer, subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  answerPriceOffer,
  answerPriceOfferByLink,
  showPriceOffer,
} from '../../sales/subscription/answer-price-offer.ts'
import { expirePriceOffers } from '../../sales/subscription/expire-price-offers.ts'
import { getSubscription } from '../../sales/subscription/get-subscription.ts'
import { updateSubscription } from '../../sales/subscription/update-subscription.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { revertBulkJob, runBulkJob } from './admin/control-job.ts'
import { countPriceIncreaseAnswers, listBulkJobRows, showBulkJob } from './admin/show-jobs.ts'
import { startBulkSubscriptionJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const SKU = 101
const PROMISED = 2_000
const FROM = '2027-01-15'

let clock = testClock('2026-11-21')
let base = testContext(db)
let ctx = await operatorContext(db, 'manager')
let one: Awaited<ReturnType<typeof insertSubscribedMember>>

beforeEach(async () => {
  clock = testClock('2026-11-21')
  const given = { clock, ports: fakeCardProvider().ports() }
  base = { ...testContext(db, given), afterwards: () => undefined }
  ctx = { ...(await operatorContext(db, 'manager', given)), afterwards: () => undefined }
  await db.update(bulk_job).set({ state: 'discarded' })
  await db.update(subscription).set({ summary_status: 6 })
  await db.delete(rate_limit)
  await db.update(product_sku).set({ price: 3_000, subscription_price: 2_800 }).where(eq(product_sku.id, SKU))
  one = await insertSubscribedMember(db, base, { next_delivery_date: '2026-12-29' }, [
    { product_sku_id: SKU, following_price: PROMISED },
  ])
})

const work = () => processBulkJobs(base, { workers: 2 })
const filter = parseListQuery(
  'GET /admin/v1/subscriptions',
  'summary_status=1&summary_status=5',
) as SubscriptionJob['filter']
type Params = Extract<SubscriptionJob, { kind: 'change_price' }>['params']
async function changed(more: Partial<Params> = {}, isRun = true) {
  const params: Params = { sku_id: SKU, price: 2_500, from: FROM, without_answer: 'keep', ...more }
  const { id } = await startBulkSubscriptionJob(ctx, { kind: 'change_price', filter, ids: null, notify: false, params })
  await work()
  if (!isRun) return id
  await runBulkJob(ctx, { id })
  await work()
  return id
}
const offerOf = async () => (await db.select().from(price_offer).orderBy(desc(price_offer.id)).limit(1))[0]!
async function lastMail() {
  const [row] = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  return row!.payload as { to: string; subject: string; text: string; is_secret?: boolean }
}
const tokenOf = (text: string) => /price-change\?token=([\w-]{43})/.exec(text)![1]!
/** The price of one piece in the next delivery when it is on this day. */
async function priceOn(date: string): Promise<number> {
  await db
    .update(subscription)
    .set({ next_delivery_date: date, next_next_delivery_date: addDays(date, 30) })
    .where(eq(subscription.id, one.id))
  return (await getSubscription(one.member, { id: one.id })).subscription_order_item[0]!.price
}

test('a price increase is requested by mail, and applies from its day on to members who consent, not earlier', async () => {
  const mails = await db.$count(outbox)
  const id = await changed({}, false)
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'checked', counts: { possible: 1 }, notify: true })
  expect([await db.$count(outbox), await db.$count(price_offer, eq(price_offer.job_id, id))]).toEqual([mails, 0])
  await runBulkJob(ctx, { id })
  await work()
  const { text, is_secret } = await lastMail()
  expect(is_secret).toBe(true)
  for (const words of ['¥2,000 → ¥2,500', '2027年1月15日(金)以降', '2026年12月31日(木)', 'これまでの価格のまま'])
    expect(text).toContain(words)
  expect(await priceOn('2027-02-01')).toBe(PROMISED)

  const token = tokenOf(text)
  const asked = { old_price: PROMISED, new_price: 2_500, quantity: 1, state: 'asked', can_answer: true }
  expect(await showPriceOffer(base, { token })).toMatchObject(asked)
  expect((await getSubscription(one.member, { id: one.id })).price_offers).toMatchObject([asked])
  const agreed = { state: 'agreed', can_answer: false }
  expect(await answerPriceOfferByLink(base, { token, is_agreed: true })).toMatchObject(agreed)
  expect(await answerPriceOfferByLink(base, { token, is_agreed: true })).toMatchObject(agreed)
  await expect(answerPriceOfferByLink(base, { token, is_agreed: false })).rejects.toMatchObject({
    error: 'ERROR_PRICE_OFFER_OVER',
  })
  expect([await priceOn('2027-01-14'), await priceOn(FROM), await priceOn('2027-03-01')]).toEqual([
    PROMISED,
    2_500,
    2_500,
  ])
  expect((await listBulkJobRows(ctx, { id })).items[0]!.detail).toContain('同意をいただきました。')
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, one.id))
  expect(events.map(({ event, actor_kind }) => `${event} ${actor_kind}`)).toEqual([
    'price_asked operator',
    'price_agreed member',
  ])
  expect((await lastMail()).text).toContain('¥2,500(2027年1月15日(金)以降のお届けから)')
  // The member still benefits from a lower catalogue price.
  await db.update(product_sku).set({ subscription_price: 2_300 }).where(eq(product_sku.id, SKU))
  expect(await priceOn(FROM)).toBe(2_300)
})

test('a member who refuses or does not answer pays the promised price; a refusal can be changed to consent in time', async () => {
  await changed()
  const offer = await offerOf()
  const answer = { id: one.id, offer_id: offer.id }
  const { price_offers } = await answerPriceOffer(one.member, { ...answer, is_agreed: false })
  expect(price_offers).toMatchObject([{ state: 'refused', can_answer: true }])
  clock.move(41)
  expect(await expirePriceOffers(base)).toBe(1)
  expect(await offerOf()).toMatchObject({ state: 'refused', settled_at: clock.now() })
  expect(await priceOn('2027-02-01')).toBe(PROMISED)
  await expect(answerPriceOffer(one.member, { ...answer, is_agreed: true })).rejects.toMatchObject({ status: 409 })
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
})

test('if the shop chose so, a subscription without consent is paused, once', async () => {
  await changed({ without_answer: 'pause' })
  expect((await lastMail()).text).toContain('定期便を休止し')
  clock.move(40)
  expect(await expirePriceOffers(base)).toBe(0)
  clock.move(1)
  // The cycle that is already arranged comes first.
  await db
    .update(subscription)
    .set({ next_delivery_date: addDays(clock.today(), 5) })
    .where(eq(subscription.id, one.id))
  expect(await expirePriceOffers(base)).toBe(0)
  await db
    .update(subscription)
    .set({ next_delivery_date: addDays(clock.today(), 30) })
    .where(eq(subscription.id, one.id))
  expect(await expirePriceOffers(base)).toBe(1)
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 5 })
  expect(await offerOf()).toMatchObject({ state: 'lapsed' })
  await db.update(subscription).set({ summary_status: 1 }).where(eq(subscription.id, one.id))
  expect(await expirePriceOffers(base)).toBe(0)
})

test('a member who replaced the item was asked about nothing that comes: no answer pauses nothing', async () => {
  await changed({ without_answer: 'pause' })
  const items = [{ product_sku_id: 102, quantity: 1, is_one_time: false }]
  const { version } = await loadSubscriptionRow(db, one.id)
  await updateSubscription(one.member, { id: one.id, version, items } as never)
  clock.move(41)
  await db
    .update(subscription)
    .set({ next_delivery_date: addDays(clock.today(), 30) })
    .where(eq(subscription.id, one.id))
  expect(await expirePriceOffers(base)).toBe(1)
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
  expect(await offerOf()).toMatchObject({ state: 'lapsed' })
})

test.each([
  [
    'took the item out and in again, at the price of today',
    async () => {
      for (const product_sku_id of [102, SKU]) {
        const items = [{ product_sku_id, quantity: 1, is_one_time: false }]
        const { version } = await loadSubscriptionRow(db, one.id)
        await updateSubscription(one.member, { id: one.id, version, items } as never)
      }
      expect(await priceOn('2027-03-01')).toBe(2_800)
    },
  ],
  [
    'has a shop that lowered its price again',
    () => db.update(product_sku).set({ subscription_price: PROMISED }).where(eq(product_sku.id, SKU)),
  ],
])(
  'a member who %s would pay no more by an answer: nothing is asked any more, and silence pauses nothing',
  async (_, meanwhile) => {
    await changed({ without_answer: 'pause' })
    await meanwhile()
    const { price_offers } = await getSubscription(one.member, { id: one.id })
    expect(price_offers).toMatchObject([{ can_answer: false, effect: null }])
    for (const is_agreed of [true, false])
      await expect(
        answerPriceOffer(one.member, { id: one.id, offer_id: price_offers[0]!.id, is_agreed }),
      ).rejects.toMatchObject({ error: 'ERROR_PRICE_OFFER_OVER' })
    clock.move(41)
    await priceOn(addDays(clock.today(), 30))
    expect(await expirePriceOffers(base)).toBe(1)
    expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
    expect(await offerOf()).toMatchObject({ state: 'lapsed' })
  },
)

test('while the shop is closed no question expires, and some days remain when it opens', async () => {
  await changed()
  await db.update(shop).set({ opened_at: null }).where(eq(shop.id, 2))
  clock.move(60)
  expect(await expirePriceOffers(base)).toBe(0)
  await db.update(shop).set({ opened_at: clock.now() }).where(eq(shop.id, 2))
  expect(await expirePriceOffers(base)).toBe(0)
  expect(await offerOf()).toMatchObject({ state: 'asked', answer_by: addDays(clock.today(), 3) })
  clock.move(4)
  expect(await expirePriceOffers(base)).toBe(1)
})

test('a lower price holds from its day on without asking, and the member is told', async () => {
  const id = await changed({ price: 1_800 })
  expect((await listBulkJobRows(ctx, { id })).items).toMatchObject([
    { state: 'done', detail: '¥2,000 → ¥1,800 に下げます' },
  ])
  expect([await priceOn('2027-01-14'), await priceOn(FROM)]).toEqual([PROMISED, 1_800])
  expect(await lastMail()).toMatchObject({ subject: expect.stringContaining('価格を下げます') })
  await revertBulkJob(ctx, { id })
  await work()
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ kept: 1 })
  expect(await priceOn(FROM)).toBe(1_800)
})

test('a lower price ends an open question about a higher one: no answer reverts it', async () => {
  await changed()
  const asked = await offerOf()
  const token = tokenOf((await lastMail()).text)
  await changed({ price: 1_800, from: '2027-01-10' })
  expect(await showPriceOffer(base, { token })).toMatchObject({ state: 'withdrawn', can_answer: false })
  const yes = { id: one.id, offer_id: asked.id, is_agreed: true }
  await expect(answerPriceOffer(one.member, yes)).rejects.toMatchObject({ error: 'ERROR_PRICE_OFFER_OVER' })
  expect([await priceOn('2027-01-10'), await priceOn(FROM)]).toEqual([1_800, 1_800])
})

test.each([
  ['costs so much already', { price: PROMISED }, 'すでに¥2,000です。'],
  ['would cost more than in the shop', { price: 2_900 }, 'お店の定期便の価格(¥2,800)より高く'],
  ['is not in it', { sku_id: 103, price: 100 }, '入っていません'],
])('what %s is left as it is', async (_, more, why) => {
  const id = await changed(more, false)
  expect((await listBulkJobRows(ctx, { id })).items).toMatchObject([
    { state: 'impossible', detail: expect.stringContaining(why) },
  ])
})

test('a member is asked once; an unanswered question can be taken back and asked again', async () => {
  const id = await changed()
  const token = tokenOf((await lastMail()).text)
  const again = await changed({ price: 2_600 }, false)
  expect((await listBulkJobRows(ctx, { id: again })).items[0]!.detail).toContain('すでにお伺いしていて')
  await revertBulkJob(ctx, { id })
  await work()
  expect(await showPriceOffer(base, { token })).toMatchObject({ state: 'withdrawn', can_answer: false })
  expect(await countPriceIncreaseAnswers(ctx, { id })).toMatchObject({ asked: 0, withdrawn: 1 })
  await expect(answerPriceOfferByLink(base, { token, is_agreed: true })).rejects.toMatchObject({ status: 409 })
  await changed({ price: 2_600 })
  expect(await offerOf()).toMatchObject({ state: 'asked', new_price: 2_600 })
})

test('a price that is agreed stays with its item through a change, and goes with it', async () => {
  const id = await changed()
  expect(await countPriceIncreaseAnswers(ctx, { id })).toMatchObject({ asked: 1, agreed: 0 })
  await answerPriceOffer(one.member, { id: one.id, offer_id: (await offerOf()).id, is_agreed: true })
  expect(await countPriceIncreaseAnswers(ctx, { id })).toMatchObject({ asked: 0, agreed: 1 })
  const items = [{ product_sku_id: SKU, quantity: 2, is_one_time: false }]
  const { version } = await loadSubscriptionRow(db, one.id)
  await updateSubscription(one.member, { id: one.id, version, items } as never)
  const [item] = await db
    .select()
    .from(subscription_order_item)
    .where(eq(subscription_order_item.subscription_id, one.id))
  expect(item).toMatchObject({ quantity: 2, following_price: PROMISED, agreed_price: 2_500, agreed_from: FROM })
})

test('a day that leaves no time to ask is refused; no member can answer for another', async () => {
  await expect(changed({ from: '2026-12-20' })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'params.from', message: expect.stringContaining('12月21日(月)以降の日付') }],
  })
  await changed({ from: '2026-12-21' })
  const other = await insertSubscribedMember(db, base)
  const answer = { id: one.id, offer_id: (await offerOf()).id, is_agreed: true }
  await expect(answerPriceOffer(other.member, answer)).rejects.toMatchObject({ status: 404 })
  await expect(answerPriceOffer(other.member, { ...answer, id: other.id })).rejects.toMatchObject({ status: 404 })
  await expect(showPriceOffer(base, { token: 'x'.repeat(43) })).rejects.toMatchObject({ status: 404 })
})

test('in a block each row is asked, lowered or refused separately, and taken back separately', async () => {
  const with_price = (following_price: number) =>
    insertSubscribedMember(db, base, { next_delivery_date: '2026-12-29' }, [{ product_sku_id: SKU, following_price }])
  const [lowered, same, asked, answered] = [
    await with_price(2_600),
    await with_price(2_500),
    await with_price(2_100),
    await with_price(2_200),
  ]
  const mails = await db.$count(outbox)
  const id = await changed({}, false)
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ possible: 4, impossible: 1 })
  expect([await db.$count(outbox), await db.$count(price_offer, eq(price_offer.job_id, id))]).toEqual([mails, 0])
  await runBulkJob(ctx, { id })
  await work()
  const rows = async () => new Map((await listBulkJobRows(ctx, { id })).items.map((row) => [row.subject_id, row]))
  const details = [one, lowered, same, asked].map(async (sub) => (await rows()).get(sub.id)!.detail)
  expect(await Promise.all(details)).toEqual([
    expect.stringContaining('¥2,000 → ¥2,500 への同意をお願いします'),
    '¥2,600 → ¥2,500 に下げます',
    'すでに¥2,500です。',
    expect.stringContaining('¥2,100 → ¥2,500 への同意をお願いします'),
  ])
  const written = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(4)
  expect(
    new Map(written.map(({ subscription_id, payload }) => [subscription_id, (payload as { text: string }).text])),
  ).toEqual(
    new Map([
      [one.id, expect.stringContaining('¥2,000 → ¥2,500')],
      [lowered.id, expect.stringContaining('¥2,600 → ¥2,500')],
      [asked.id, expect.stringContaining('¥2,100 → ¥2,500')],
      [answered.id, expect.stringContaining('¥2,200 → ¥2,500')],
    ]),
  )
  expect(await db.$count(outbox)).toBe(mails + 4)
  // The link of each subscription opens its own question.
  const own = written.find(({ subscription_id }) => subscription_id === answered.id)!
  const token = tokenOf((own.payload as { text: string }).text)
  expect(await answerPriceOfferByLink(base, { token, is_agreed: true })).toMatchObject({
    old_price: 2_200,
    state: 'agreed',
  })
  expect((await loadSubscriptionRow(db, lowered.id)).version).toBe((await loadSubscriptionRow(db, same.id)).version + 1)
  await revertBulkJob(ctx, { id })
  await work()
  expect((await showBulkJob(ctx, { id })).counts).toMatchObject({ impossible: 1, taken_back: 2, kept: 2 })
  expect((await rows()).get(lowered.id)!.detail).toContain('お約束したため')
  expect((await rows()).get(answered.id)!.detail).toContain('お返事があったか')
})
