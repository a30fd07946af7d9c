import type { SubscriptionJob } from '@kushi/contract/admin/bulk'
import { bulk_job } from '@kushi/db/schema/bulk'
import { delivery, delivery_prefecture_fee } from '@kushi/db/schema/delivery'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { price_offer, subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import type { NoAnswerAction } from '@kushi/values/price'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { recordMissingAgreedTerms } from '../../sales/subscription/agree-terms.ts'
import {
  answerPriceOffer,
  answerPriceOfferByLink,
  showPriceOffer,
} from '../../sales/subscription/answer-price-offer.ts'
import { expirePriceOffers } from '../../sales/subscription/expire-price-offers.ts'
import { getSubscription } from '../../sales/subscription/get-subscription.ts'
import { runDailyDeliveries } from '../../sales/subscription/run-day.ts'
import { updateSubscription } from '../../sales/subscription/update-subscription.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { kamakuraAddress } from '../../testing/order.ts'
import {
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { revertBulkJob, runBulkJob } from './admin/control-job.ts'
import { countPriceIncreaseAnswers, listBulkJobRows, showBulkJob } from './admin/show-jobs.ts'
import { startBulkSubscriptionJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const SKU = 101
const FROM = '2027-01-15'
const setParcel = (to: Partial<typeof delivery.$inferInsert>) => db.update(delivery).set(to).where(eq(delivery.id, 1))

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
  await db.delete(price_offer)
  await db.delete(delivery_prefecture_fee)
  await db.update(product_sku).set({ temperature: 'frozen' }).where(eq(product_sku.id, SKU))
  await db.update(shop).set({ delivery_free_amount: 6_600 }).where(eq(shop.id, 2))
  await setParcel({ flat_rate_delivery_fee: 660, cool_fee: 330 })
  one = await contract()
  await recordMissingAgreedTerms(base)
})

const contract = (more: Partial<typeof subscription.$inferInsert> = {}) =>
  insertSubscribedMember(db, base, { next_delivery_date: '2026-12-29', ...more }, [
    { product_sku_id: SKU, following_price: 2_000 },
  ])
const rise = () => setParcel({ flat_rate_delivery_fee: 990, cool_fee: 550 })
/** Goods, 送料 and クール代 before and after the rise. */
const [OLD, NEW] = [2_000 + 660 + 330, 2_000 + 990 + 550]

const work = () => processBulkJobs(base, { workers: 2 })
const filter = parseListQuery(
  'GET /admin/v1/subscriptions',
  'summary_status=1&summary_status=5',
) as SubscriptionJob['filter']
async function asked(isRun = true, from = FROM, without_answer: NoAnswerAction = 'keep') {
  const params = { from, without_answer }
  const { id } = await startBulkSubscriptionJob(ctx, { kind: 'change_fees', filter, ids: null, notify: false, params })
  await work()
  if (!isRun) return id
  await runBulkJob(ctx, { id })
  await work()
  return id
}
const offerOf = async () => (await db.select().from(price_offer).orderBy(desc(price_offer.id)).limit(1))[0]!
async function lastMail() {
  const [row] = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  return row!.payload as { subject: string; text: string; is_secret?: boolean }
}
const tokenOf = (text: string) => /price-change\?token=([\w-]{43})/.exec(text)![1]!
/** What the next delivery costs in all when it is on this day. */
async function totalOn(date: string): Promise<number> {
  await db
    .update(subscription)
    .set({ next_delivery_date: date, next_next_delivery_date: addDays(date, 30) })
    .where(eq(subscription.id, one.id))
  return (await getSubscription(one.member, { id: one.id })).payment_total
}

test('higher fees are asked for with the whole sum, and hold from their day on for who agrees, not earlier', async () => {
  await rise()
  const mails = await db.$count(outbox)
  const id = await asked(false)
  expect(await showBulkJob(ctx, { id })).toMatchObject({ state: 'checked', counts: { possible: 1 }, notify: true })
  expect([await db.$count(outbox), await db.$count(price_offer, eq(price_offer.job_id, id))]).toEqual([mails, 0])
  await runBulkJob(ctx, { id })
  await work()
  const { subject, text, is_secret } = await lastMail()
  expect(is_secret).toBe(true)
  expect(subject).toContain('送料・手数料の変更')
  const sums = ['送料 ¥660 → ¥990', 'クール代 ¥330 → ¥550', '¥2,990 → ¥3,540', '2027年1月15日(金)以降']
  for (const words of [...sums, 'これまでの送料・手数料のまま']) expect(text).toContain(words)
  expect(await totalOn('2027-02-01')).toBe(OLD)

  const token = tokenOf(text)
  const view = { is_fees: true, old_price: OLD, new_price: NEW, can_answer: true, item_name: '送料・手数料' }
  expect(await showPriceOffer(base, { token })).toMatchObject({
    ...view,
    effect: {
      ...{ total_before: OLD, total_after: NEW },
      fees: [
        { label: '送料', before: 660, after: 990 },
        { label: 'クール代', before: 330, after: 550 },
      ],
    },
  })
  expect((await getSubscription(one.member, { id: one.id })).price_offers).toMatchObject([view])
  const agreed = { state: 'agreed', can_answer: false }
  expect(await answerPriceOfferByLink(base, { token, is_agreed: true })).toMatchObject(agreed)
  expect(await answerPriceOfferByLink(base, { token, is_agreed: true })).toMatchObject(agreed)
  expect([await totalOn('2027-01-14'), await totalOn(FROM), await totalOn('2027-03-01')]).toEqual([OLD, NEW, NEW])
  expect((await lastMail()).text).toContain('¥3,540(2027年1月15日(金)以降のお届けから)')
  expect((await listBulkJobRows(ctx, { id })).items[0]!.detail).toContain('同意をいただきました。')
  expect(await countPriceIncreaseAnswers(ctx, { id })).toMatchObject({ agreed: 1 })
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, one.id))
  expect(events.map(({ event, actor_kind }) => `${event} ${actor_kind}`)).toEqual([
    'fees_asked operator',
    'fees_agreed member',
  ])
  // A further rise is not agreed, and what got cheaper counts at once.
  await setParcel({ flat_rate_delivery_fee: 1_500, cool_fee: 900 })
  expect(await totalOn(FROM)).toBe(NEW)
  await setParcel({ flat_rate_delivery_fee: 100, cool_fee: 0 })
  expect(await totalOn(FROM)).toBe(2_100)
})

test('silence and a refusal keep the fees, and pause nothing; a refusal can become consent in time', async () => {
  await rise()
  await asked()
  const { id: offer_id } = await offerOf()
  const answer = { id: one.id, offer_id }
  const { price_offers } = await answerPriceOffer(one.member, { ...answer, is_agreed: false })
  expect(price_offers).toMatchObject([{ state: 'refused', can_answer: true }])
  clock.move(41)
  expect(await expirePriceOffers(base)).toBe(1)
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
  expect(await totalOn('2027-03-01')).toBe(OLD)
  await expect(answerPriceOffer(one.member, { ...answer, is_agreed: true })).rejects.toMatchObject({ status: 409 })
})

test('what is charged, and what the order and its notice say, is what was agreed', async () => {
  await rise()
  await asked()
  await answerPriceOffer(one.member, { id: one.id, offer_id: (await offerOf()).id, is_agreed: true })
  const day = addDays(FROM, 3)
  await totalOn(day)
  clock.move(50)
  await runDailyDeliveries(base)
  await deliverCurrentCycle(base, one.id)
  expect(await loadSubscriptionOrders(db, one.id)).toMatchObject([
    { delivery_date: day, delivery_fee: 990, cool_fee: 550, adjustment_amount: 0, payment_total: NEW },
  ])
})

test('asked are those that would pay more, once, and not who is paused or asked too late', async () => {
  const id = await asked(false)
  expect((await listBulkJobRows(ctx, { id })).items).toMatchObject([
    { state: 'impossible', detail: expect.stringContaining('高くなりません') },
  ])
  await rise()
  await asked()
  const again = await asked(false)
  expect((await listBulkJobRows(ctx, { id: again })).items[0]!.detail).toContain('お返事を待っています')
  await answerPriceOffer(one.member, { id: one.id, offer_id: (await offerOf()).id, is_agreed: true })
  await setParcel({ flat_rate_delivery_fee: 2_000 })
  const third = await asked(false)
  expect((await listBulkJobRows(ctx, { id: third })).items[0]!.detail).toContain('すでに決まっています')
  await expect(asked(false, '2026-12-20')).rejects.toMatchObject({ status: 422, fields: [{ path: 'params.from' }] })
  await db.update(subscription).set({ summary_status: 5 }).where(eq(subscription.id, one.id))
  const paused = await asked(false)
  expect((await showBulkJob(ctx, { id: paused })).counts).toMatchObject({ possible: 0, impossible: 1 })
})

const hokkaido = { ...kamakuraAddress, postal_code01: '060', postal_code02: '0001', pref_id: 1 }
const move = async () => {
  const { version } = await getSubscription(one.member, { id: one.id })
  await updateSubscription(one.member, { id: one.id, version, shipping_address: hokkaido })
}

test('another address has the fees of its day: a question for the former one is over, an agreed rise adds nothing', async () => {
  await rise()
  await asked()
  const { id: offer_id } = await offerOf()
  await move()
  const { price_offers } = await getSubscription(one.member, { id: one.id })
  expect(price_offers).toMatchObject([{ can_answer: false, effect: null }])
  const answer = { id: one.id, offer_id, is_agreed: true }
  await expect(answerPriceOffer(one.member, answer)).rejects.toMatchObject({ error: 'ERROR_PRICE_OFFER_OVER' })
  expect(await totalOn('2027-03-01')).toBe(NEW)
  await setParcel({ flat_rate_delivery_fee: 1_500 })
  expect(await totalOn('2027-03-01')).toBe(NEW)
})

test('who agreed and moves then pays the fees of that day, before the day and after it', async () => {
  await rise()
  await asked()
  await answerPriceOffer(one.member, { id: one.id, offer_id: (await offerOf()).id, is_agreed: true })
  await db.insert(delivery_prefecture_fee).values({ shop_id: 2, delivery_id: 1, pref_id: hokkaido.pref_id, fee: 1_200 })
  await move()
  await setParcel({ cool_fee: 900 })
  await db.update(delivery_prefecture_fee).set({ fee: 1_800 })
  expect([await totalOn('2026-12-29'), await totalOn('2027-03-01')]).toEqual([2_000 + 1_200 + 550, 2_000 + 1_200 + 550])
})

test('silence and a refusal pause if the shop chose so, and it is said before and after', async () => {
  await rise()
  await asked(true, FROM, 'pause')
  const { text } = await lastMail()
  expect(text).toContain('ご同意がない場合は、定期便を休止し')
  const { price_offers } = await getSubscription(one.member, { id: one.id })
  expect(price_offers).toMatchObject([{ without_answer: 'pause', is_fees: true, can_answer: true }])
  await answerPriceOffer(one.member, { id: one.id, offer_id: (await offerOf()).id, is_agreed: false })
  await totalOn('2027-02-01')
  clock.move(41)
  expect(await expirePriceOffers(base)).toBe(1)
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 5 })
  expect(await offerOf()).toMatchObject({ state: 'refused' })
  expect((await lastMail()).text).toContain('価格や送料・手数料の変更へのご同意を期限までにいただいていないため')
})

test('who agreed is not paused, nor is anybody whose question is over because the address changed', async () => {
  await rise()
  await asked(true, FROM, 'pause')
  await move()
  await totalOn('2027-02-01')
  clock.move(41)
  expect(await expirePriceOffers(base)).toBe(1)
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
  expect(await offerOf()).toMatchObject({ state: 'lapsed' })

  one = await contract({ next_delivery_date: '2027-03-20' })
  await setParcel({ flat_rate_delivery_fee: 660, cool_fee: 330 })
  await recordMissingAgreedTerms(base)
  await rise()
  await asked(true, '2027-03-15', 'pause')
  await answerPriceOffer(one.member, { id: one.id, offer_id: (await offerOf()).id, is_agreed: true })
  clock.move(60)
  await expirePriceOffers(base)
  expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
})

test('a job is taken back where nobody has answered', async () => {
  await rise()
  const id = await asked()
  await revertBulkJob(ctx, { id })
  await work()
  expect(await offerOf()).toMatchObject({ state: 'withdrawn' })
  const answer = { id: one.id, offer_id: (await offerOf()).id, is_agreed: true }
  await expect(answerPriceOffer(one.member, answer)).rejects.toMatchObject({ status: 409 })
})

test.each([
  [
    'moved away and back, and has the fees of today',
    async () => {
      await move()
      const { version } = await getSubscription(one.member, { id: one.id })
      await updateSubscription(one.member, { id: one.id, version, shipping_address: kamakuraAddress })
      expect(await totalOn('2027-03-01')).toBe(NEW)
    },
  ],
  ['of a shop that took the rise back', () => setParcel({ flat_rate_delivery_fee: 660, cool_fee: 330 })],
])(
  'who %s would pay no more by an answer: nothing is asked any more, and silence pauses nothing',
  async (_, meanwhile) => {
    await rise()
    await asked(true, FROM, 'pause')
    await meanwhile()
    const { price_offers } = await getSubscription(one.member, { id: one.id })
    expect(price_offers).toMatchObject([{ can_answer: false, effect: null }])
    for (const is_agreed of [true, false])
      await expect(
        answerPriceOffer(one.member, { id: one.id, offer_id: price_offers[0]!.id, is_agreed }),
      ).rejects.toMatchObject({ error: 'ERROR_PRICE_OFFER_OVER' })
    await totalOn('2027-02-01')
    clock.move(41)
    expect(await expirePriceOffers(base)).toBe(1)
    expect(await loadSubscriptionRow(db, one.id)).toMatchObject({ summary_status: 1 })
    expect(await offerOf()).toMatchObject({ state: 'lapsed' })
  },
)
