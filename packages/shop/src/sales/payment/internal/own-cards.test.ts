import { openDatabase } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { card_registration } from '@kushi/db/schema/payment'
import {
  billing_attempt,
  subscription,
  subscription_event,
  subscription_order_item,
} from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../../../context.ts'
import { PaymentUnavailable } from '../../../ports/payment-port.ts'
import { fakeCardToken, fakeCardVault } from '../../../testing/card-vault.ts'
import { testContext } from '../../../testing/context.ts'
import { fakeCardProvider } from '../../../testing/fake-card-provider.ts'
import { insertMembers } from '../../../testing/order.ts'
import { insertSubscriptionRow } from '../../../testing/rows.ts'

import { checkCard, deleteCard, listCards, updateCard } from '../cards.ts'
import { registerCard } from '../register-card.ts'
import { returnFromCardRegistration } from '../return-from-card-registration.ts'

const database = await testDatabase()
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
let ctx: MemberContext
let key = 0
const idempotency_key = () => `card-key-${String(++key).padStart(10, '0')}`
const add = async (token: string, default_flag: '0' | '1' = '0', by = ctx) =>
  (await registerCard(by, { token, default_flag, idempotency_key: idempotency_key() })).card_seq!
const list = async (by = ctx) =>
  (await listCards(by, {})).items.map(({ card_seq, default_flag, card_info, expire }) =>
    [card_seq, default_flag, card_info.slice(-4), expire].join(' '),
  )
const remove = (card_seq: number, by = ctx, customer_id = by.customer_id) => deleteCard(by, { customer_id, card_seq })

beforeEach(async () => {
  await db.update(customer).set({ gmo_id: null })
  await emptyTables(db.$client, 'subscription, orders, outbox, card_registration, rate_limit')
  ctx = testContext(db, {
    customer_id: hanako!.id,
    ports: { card: fakeCardVault(), payment: fakeCardProvider().ports().payment },
  })
})

test('the list has brand, expiry and the subscriptions of a card', async () => {
  const paid = { payment_method_id: 1, card_seq: 0 }
  const ids = [
    await insertSubscriptionRow(db, hanako!, paid),
    await insertSubscriptionRow(db, hanako!, { ...paid, summary_status: 5 }),
  ]
  await insertSubscriptionRow(db, hanako!, { ...paid, summary_status: 6 })
  await insertSubscriptionRow(db, hanako!, { payment_method_id: null, card_seq: 0 })
  await insertSubscriptionRow(db, taro!, paid)
  await add(fakeCardToken('1111', '2611'))
  await add(fakeCardToken('2222', '2610'))
  await add(fakeCardToken('3333'))
  const { items } = await listCards(ctx, {})
  expect(items.map((one) => one.expiry_state)).toEqual(['expiring', 'expired', 'valid'])
  expect(items.map((one) => one.subscription_ids)).toEqual([ids, [], []])
  expect(items[0]).toMatchObject({ brand: 'visa', default_flag: '1' })
  expect((await listCards(ctx, { card_seq: 2 })).items).toHaveLength(1)
  expect((await listCards({ ...ctx, shop_id: 3 }, {})).items).toEqual([])
  const brandOf = () => Promise.reject(new PaymentUnavailable('down'))
  const blind = { ...ctx, ports: { ...ctx.ports, card: { ...ctx.ports.card, brandOf } } }
  expect((await listCards(blind, {})).items[0]).toMatchObject({ brand: null, card_info: '************1111' })
})

test('ids of a member or a card in the request must be the member’s own', async () => {
  const seq = await add(fakeCardToken('1111'))
  await add(fakeCardToken('2222'), '0', { ...ctx, customer_id: taro!.id })
  const { gmo_id } = (await listCards(ctx, { customer_id: hanako!.id })).items[0]!
  expect(await updateCard(ctx, { card_seq: seq, gmo_id, card_info: '************1111' })).toMatchObject({
    card_seq: seq,
  })
  const token = fakeCardToken('3333')
  for (const refused of [
    () => listCards(ctx, { customer_id: taro!.id }),
    () => registerCard(ctx, { token, default_flag: '0', customer_id: taro!.id }),
    () => registerCard(ctx, { token, default_flag: '0', gmo_id: 'another' }),
    () => updateCard(ctx, { card_seq: seq, gmo_id: 'another', default_flag: '1' }),
    () => deleteCard(ctx, { customer_id: hanako!.id, card_seq: seq, card_info: '************9999' }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 })
  expect(await list()).toHaveLength(1)
})

test('another card becomes the default, alone; the default can only be replaced', async () => {
  const [first, other] = [await add(fakeCardToken('1111')), await add(fakeCardToken('2222'))]
  expect(await updateCard(ctx, { card_seq: other, default_flag: '1' })).toEqual({ card_seq: other, redirect_url: null })
  await updateCard(ctx, { card_seq: other, default_flag: '0' })
  expect(await list()).toEqual(['0 0 1111 3012', '1 1 2222 3012'])
  await updateCard(ctx, { card_seq: first, default_flag: '1', expire: '3012', holder_name: 'HANAKO' })
  expect(await list()).toEqual(['0 1 1111 3012', '1 0 2222 3012'])
})

test('expiry and holder change only by entering the card again', async () => {
  await add(fakeCardToken('1111'))
  const refused = { status: 422, error: 'ERROR_CARD_TOKEN_REQUIRED', fields: [{ path: 'token' }] }
  for (const change of [{ expire: '3101' }, { holder_name: 'TARO' }])
    await expect(updateCard(ctx, { card_seq: 0, ...change })).rejects.toMatchObject(refused)
})

test('a card entered again replaces the old one: default flag and subscriptions follow', async () => {
  const old = await add(fakeCardToken('1111'))
  await add(fakeCardToken('2222'))
  const id = await insertSubscriptionRow(db, hanako!, { payment_method_id: 1, card_seq: old })
  const other = await insertSubscriptionRow(db, hanako!, { payment_method_id: 1, card_seq: 1 })
  const theirs = await insertSubscriptionRow(db, taro!, { payment_method_id: 1, card_seq: old })
  const token = fakeCardToken('1111', '3506')
  const update = { card_seq: old, token, idempotency_key: idempotency_key() }
  expect(await updateCard(ctx, update)).toEqual({ card_seq: 2, redirect_url: null })
  expect(await list()).toEqual(['1 0 2222 3012', '2 1 1111 3506'])
  const rows = new Map((await db.select().from(subscription)).map((row) => [row.id, row]))
  expect(rows.get(id)).toMatchObject({ card_seq: 2, version: 2 })
  expect(rows.get(other)).toMatchObject({ card_seq: 1, version: 1 })
  expect(rows.get(theirs)).toMatchObject({ card_seq: 0, version: 1 })
  expect(await db.select().from(subscription_event)).toMatchObject([
    { subscription_id: id, event: 'card_replaced', actor_kind: 'member', detail: { from: 0, to: 2 } },
  ])
})

test('a payment that the old card refused is charged to the new one at once', async () => {
  const old = await add(fakeCardToken('1111'))
  const failed = { summary_status: 2, next_delivery_date: '2026-11-28', payment_method_id: 1, card_seq: old }
  const id = await insertSubscriptionRow(db, hanako!, failed)
  const attempt = { shop_id: 2, subscription_id: id, cycle: 2, attempt: 1, tried_on: '2026-11-19', card_seq: old }
  await db.insert(billing_attempt).values({ ...attempt, outcome: 'failed', failure: 'reenter' })
  await db
    .insert(subscription_order_item)
    .values({ shop_id: 2, subscription_id: id, product_sku_id: 101, quantity: 1, following_price: 2178 })
  const later: (() => Promise<void>)[] = []
  const waiting = { ...ctx, afterwards: (work: () => Promise<void>) => void later.push(work) }
  await updateCard(waiting, { card_seq: old, token: fakeCardToken('1111', '3506'), idempotency_key: idempotency_key() })
  for (const work of later) await work()
  const [row] = await db.select().from(subscription).where(eq(subscription.id, id))
  expect(row).toMatchObject({ summary_status: 1, card_seq: 1 })
})

test.each([
  [
    'chosen among the saved ones',
    async (wait: typeof ctx) => void (await updateCard(wait, { card_seq: 1, default_flag: '1' })),
  ],
  [
    'registered',
    async (wait: typeof ctx) =>
      void (await registerCard(wait, {
        token: fakeCardToken('3333'),
        default_flag: '1',
        idempotency_key: idempotency_key(),
      })),
  ],
])('a usual card that is %s pays at once for what another card refused, and for nothing else', async (_, choose) => {
  const old = await add(fakeCardToken('1111'))
  await add(fakeCardToken('2222'))
  const on = { next_delivery_date: '2026-11-28', payment_method_id: 1, card_seq: old }
  const id = await insertSubscriptionRow(db, hanako!, { ...on, summary_status: 2 })
  const going = await insertSubscriptionRow(db, hanako!, on)
  const invoiced = await insertSubscriptionRow(db, hanako!, {
    ...on,
    summary_status: 2,
    payment_method_id: 3,
    card_seq: null,
  })
  const theirs = await insertSubscriptionRow(db, taro!, { ...on, summary_status: 2 })
  const attempt = { shop_id: 2, subscription_id: id, cycle: 2, attempt: 1, tried_on: '2026-11-19', card_seq: old }
  await db.insert(billing_attempt).values({ ...attempt, outcome: 'failed', failure: 'limit', retry_on: '2026-11-22' })
  await db
    .insert(subscription_order_item)
    .values({ shop_id: 2, subscription_id: id, product_sku_id: 101, quantity: 1, following_price: 2178 })
  const later: (() => Promise<void>)[] = []
  await choose({ ...ctx, afterwards: (work: () => Promise<void>) => void later.push(work) })
  for (const work of later) await work()
  const rows = new Map((await db.select().from(subscription)).map((row) => [row.id, row]))
  const seq = (await list()).find((one) => one.split(' ')[1] === '1')!.split(' ')[0]
  expect(rows.get(id)).toMatchObject({ summary_status: 1, card_seq: Number(seq) })
  expect(rows.get(going)).toMatchObject({ card_seq: old, version: 1 })
  expect(rows.get(invoiced)).toMatchObject({ card_seq: null, version: 1 })
  expect(rows.get(theirs)).toMatchObject({ card_seq: old, version: 1 })
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, id))
  expect(events[0]).toMatchObject({ event: 'usual_card_taken', detail: { from: old, to: Number(seq) } })
})

test('the usual card is changed as often as one likes, but only a few times an hour where that charges a refused payment', async () => {
  const [one, other] = [await add(fakeCardToken('1111')), await add(fakeCardToken('2222'))]
  const change = (n: number) => updateCard(ctx, { card_seq: n % 2 ? one : other, default_flag: '1' })
  for (let n = 0; n < 30; n++) await change(n)
  const refused = { next_delivery_date: '2026-11-28', payment_method_id: 1, card_seq: 99, summary_status: 2 } as const
  await insertSubscriptionRow(db, hanako!, refused)
  const again = async () => {
    for (let n = 0; n < 30; n++) {
      await change(n)
      await db.update(subscription).set({ card_seq: 99, summary_status: 2 })
    }
  }
  await expect(again()).rejects.toMatchObject({ status: 429 })
})

test('with 3-D Secure nothing changes before the browser returns; a failure leads back to the same form', async () => {
  await add(fakeCardToken('1111'))
  const bank = fakeCardVault({ redirects: true })
  const through = { ...ctx, ports: { ...ctx.ports, card: { ...ctx.ports.card, executeCheck: bank.executeCheck } } }
  const update = { card_seq: 0, token: fakeCardToken('1111', '3506'), idempotency_key: idempotency_key() }
  const { redirect_url } = await updateCard(through, update)
  expect(redirect_url).toMatch(/^https:\/\/bank\.example\//)
  expect(await list()).toEqual(['0 1 1111 3012'])
  const [row] = (await db.select().from(card_registration)).filter((each) => each.replaces_seq !== null)
  const down = { ...ctx.ports.card, finishCheck: () => Promise.reject(new PaymentUnavailable('down')) }
  expect(await returnFromCardRegistration({ ...ctx, ports: { ...ctx.ports, card: down } }, row!.access_id!)).toEqual({
    location: '/sh/mypage/payments/0/edit?error=unavailable',
  })
})

test('the same registration asked for again, while it is under way: both get the card of the one check', async () => {
  const open = Promise.withResolvers<void>()
  const vault = ctx.ports.card
  const slow = { ...vault, executeCheck: (one: never) => open.promise.then(() => vault.executeCheck(one)) }
  const request = { token: fakeCardToken('1111'), default_flag: '0', idempotency_key: idempotency_key() } as const
  const first = registerCard({ ...ctx, ports: { ...ctx.ports, card: slow } }, request)
  await expect.poll(async () => (await db.select().from(card_registration))[0]?.state).toBe('entered')
  const again = registerCard(ctx, request)
  setTimeout(open.resolve, 300)
  expect(await again).toEqual({ card_seq: 0, redirect_url: null })
  expect(await first).toEqual({ card_seq: 0, redirect_url: null })
  expect(await list()).toEqual(['0 1 1111 3012'])
})

test('a browser that returns twice from 3-D Secure waits for the first return', async () => {
  const bank = fakeCardVault({ redirects: true })
  const open = Promise.withResolvers<void>()
  const slow = { ...bank, finishCheck: (one: never) => open.promise.then(() => bank.finishCheck(one)) }
  const through = { ...ctx, ports: { ...ctx.ports, card: slow } }
  await registerCard(through, { token: fakeCardToken('1111'), default_flag: '0', idempotency_key: idempotency_key() })
  const [row] = await db.select().from(card_registration)
  const back = () => returnFromCardRegistration(through, row!.access_id!)
  const both = [back(), back()]
  setTimeout(open.resolve, 300)
  const location = '/sh/mypage/payments?registered=1'
  expect(await Promise.all(both)).toEqual([{ location }, { location }])
})

test('a card that cannot be deleted at the provider stays in the list, but its subscriptions have moved', async () => {
  await add(fakeCardToken('1111'))
  const id = await insertSubscriptionRow(db, hanako!, { payment_method_id: 1, card_seq: 0 })
  const deaf = { ...ctx.ports.card, deleteCard: () => Promise.reject(new PaymentUnavailable('down')) }
  const update = { card_seq: 0, token: fakeCardToken('1111', '3506'), idempotency_key: idempotency_key() }
  await updateCard({ ...ctx, ports: { ...ctx.ports, card: deaf } }, update)
  expect(await list()).toEqual(['0 0 1111 3012', '1 1 1111 3506'])
  expect((await db.select().from(subscription).where(eq(subscription.id, id)))[0]).toMatchObject({ card_seq: 1 })
})

test('a card that pays for a subscription is not deleted; the reason names it', async () => {
  await add(fakeCardToken('1111'))
  for (const summary_status of [1, 2, 5]) {
    await db.delete(subscription)
    const id = await insertSubscriptionRow(db, hanako!, { payment_method_id: 1, card_seq: 0, summary_status })
    const message = expect.stringContaining(`定期便(契約番号 ${id})`)
    await expect(remove(0)).rejects.toMatchObject({ status: 409, error: 'ERROR_CARD_IN_USE', message })
  }
  await db.update(subscription).set({ summary_status: 6 })
  expect(await remove(0)).toEqual({
    message: 'カードを削除しました。登録されているカードはありません。',
    default_card_seq: null,
  })
  expect(await list()).toEqual([])
})

test('after deleting the default card, the oldest valid card becomes the default', async () => {
  await add(fakeCardToken('1111'))
  await add(fakeCardToken('2222', '2610'))
  await add(fakeCardToken('3333'))
  expect(await remove(0)).toEqual({
    message: 'カードを削除しました。いつも使うカードを「****-****-****-3333」に変更しました。',
    default_card_seq: 2,
  })
  expect(await remove(1)).toEqual({ message: 'カードを削除しました。', default_card_seq: 2 })
})

test('a member can’t use another member’s card', async () => {
  await add(fakeCardToken('1111'))
  const other = { ...ctx, customer_id: taro!.id }
  for (const by of [other, { ...ctx, shop_id: 3 }]) {
    await expect(updateCard(by, { card_seq: 0, default_flag: '1' })).rejects.toMatchObject({ status: 404 })
    await expect(remove(0, by)).rejects.toMatchObject({ status: 404 })
  }
  await expect(remove(0, other, hanako!.id)).rejects.toMatchObject({ status: 404 })
  await add(fakeCardToken('9999'), '0', other)
  await expect(remove(0, other, hanako!.id)).rejects.toMatchObject({ status: 404 })
  expect(await list()).toEqual(['0 1 1111 3012'])
})

test('ten cards an hour for a member and twenty checks for an address, over two processes at once', async () => {
  const on = (n: number) => ({ ...ctx, db: n % 2 ? db : second.db })
  const tries = Array.from({ length: 14 }, (_, n) =>
    registerCard(
      { ...on(n), ip: `203.0.113.${n}` },
      { token: fakeCardToken('1111'), default_flag: '0', idempotency_key: idempotency_key() },
    ),
  )
  const registered = await Promise.allSettled(tries)
  expect(registered.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const refused = registered.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ status: 429 })
  const others = await insertMembers(db, 26)
  const other = (n: number) => ({ ...on(n), customer_id: others[n]!, ip: '198.51.100.7' })
  const checks = await Promise.allSettled(
    Array.from({ length: 26 }, (_, n) => checkCard(other(n), { amount: 0, token: fakeCardToken('1111') })),
  )
  expect(checks.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})
