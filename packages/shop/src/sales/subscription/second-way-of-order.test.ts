import { shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { order_evidence, orders } from '@kushi/db/schema/order'
import { watch_entry } from '@kushi/db/schema/person'
import { promotion } from '@kushi/db/schema/promotion'
import { subscription } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { createOrderEvidence } from '../../operation/membership/admin/order-evidence.ts'
import { listConsents } from '../../operation/membership/list-consents.ts'
import type { EvidenceDocument } from '../../ports/document-port.ts'
import { type PaymentPort, PaymentUnavailable } from '../../ports/payment-port.ts'
import { testContext, throwingPort } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  confirmedOrderInput,
  insertMembers,
  kamakuraAddress,
  type NewOrderInput,
  testOrderDraft,
} from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { contextOnDayWithCards, loadSubscriptionOrders, loadSubscriptionRow } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { returnFromPayment } from '../checkout/return-from-payment.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { listOwnOrders } from '../order/orders.ts'
import { getSubscription } from './get-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const authorised = { kind: 'authorised' as const, reference: {} }
const invoices: PaymentPort = {
  ...throwingPort<PaymentPort>('payment'),
  authorise: async () => authorised,
}
let { clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21')
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit, watch_entry', { restart: true })
  ;({ clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21'))
  const settings = { ...ctx.settings, rate_limit_factor: 0 }
  const payment = new Map([
    ...ctx.ports.payment,
    [2, throwingPort<PaymentPort>('amazon')],
    [4, invoices],
    [6, invoices],
  ] as const)
  ctx = { ...ctx, settings, ports: { ...ctx.ports, payment } }
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.shop_id, 2))
  await feeOfCash(330)
})

async function feeOfCash(fee: number) {
  const mine = and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id))
  const [method] = await db.select().from(shop_payment).where(mine)
  await db.delete(shop_payment_fee).where(eq(shop_payment_fee.shop_payment_id, method!.id))
  await db.insert(shop_payment_fee).values({ shop_id: 2, shop_payment_id: method!.id, from_amount: 1, fee })
}

const member = async (): Promise<MemberContext> => {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: 'm-1' })
  return withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
}
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
type Draft = Parameters<typeof testOrderDraft>[0]
const cash = { payment_method_id: null, card_seq: null }
const bill = { payment_method_id: 4 as const, card_seq: null }
const card = (card_seq: number | null) => ({ payment_method_id: 1 as const, card_seq })
/** A 定期便 paid by the member's card 0. */
const wanted = (more: Draft = {}) =>
  testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 1, ...more })
const order = async (mine: MemberContext, more: Draft, press: Partial<NewOrderInput> = {}) =>
  placeOrder(mine, await confirmedOrderInput(mine, wanted(more), { card: { card_seq: 0 }, ...press }))
const refusedBeside = (path: string, message: RegExp = /./) => ({
  status: 422,
  fields: [{ path, message: expect.stringMatching(message) }],
})
const contractOf = async ({ customer_id }: MemberContext) =>
  (await db.select().from(subscription).where(eq(subscription.customer_id, customer_id)))[0]
const mailsWith = async (words: string) => (await loadQueuedMails(db)).filter(({ text }) => text.includes(words))

test('it is told, kept with the contract and in the evidence, and a refused renewal goes to it at the fee that was shown', async () => {
  const mine = await member()
  const seen = await validateOrder(mine, wanted({ second_way: cash }))
  expect(seen.second_way).toMatchObject({ ...cash, payment_name: '代金引換', payment_fee: 330, consent_text: null })
  // Of the order itself nothing changes.
  expect(seen.summary).toEqual((await validateOrder(mine, wanted())).summary)
  const { order_no } = await order(mine, { second_way: cash })
  const contract = (await contractOf(mine))!
  expect(contract).toMatchObject({
    payment_method_id: 1,
    card_seq: 0,
    second_way: { ...cash, payment_fees: [{ fee: 330 }] },
  })
  expect(Object.keys(contract.second_way!).sort()).toEqual(['card_seq', 'payment_fees', 'payment_method_id'])
  const [evidence] = await db.select().from(order_evidence)
  expect(evidence!.shown).toMatchObject({ second_way: { ...cash, payment_fee: 330, consent_text: null } })
  expect(await mailsWith('お支払いできないときに使う方法: 代金引換(切り替えたあとの手数料 ¥330)')).toHaveLength(1)
  const [own] = (await listOwnOrders(mine, { page: 1, per_page: 1, order_no })).items
  expect(own!.subscription!.second_way).toMatchObject({ ...cash, payment_name: '代金引換' })
  const { id } = contract
  expect(await getSubscription(mine, { id })).toMatchObject({ second_way: { ...cash, payment_fee: 330 } })

  await feeOfCash(880)
  ledger.fate = () => 'unusable'
  for (let day = 0; day < 60 && (await loadSubscriptionOrders(db, id)).length < 2; day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  expect(await loadSubscriptionRow(db, id)).toMatchObject({
    payment_method_id: null,
    card_seq: null,
    summary_status: 1,
  })
  const [, second] = await loadSubscriptionOrders(db, id)
  expect(second).toMatchObject({ cycle: 2, status: 'arranged', payment_method_id: null })
  expect(second!.payment_total).toBe(seen.summary.later[0]!.payment_total)
})

test('without one, nothing is said of it', async () => {
  const mine = await member()
  expect(await validateOrder(mine, wanted())).toMatchObject({ second_way: null })
  const { order_no } = await order(mine, {})
  expect(await contractOf(mine)).toMatchObject({ second_way: null })
  expect((await db.select().from(order_evidence))[0]!.shown).not.toHaveProperty('second_way')
  expect(await mailsWith('お支払いできないとき')).toEqual([])
  const [own] = (await listOwnOrders(mine, { page: 1, per_page: 1, order_no })).items
  expect(own!.subscription!.second_way).toBeNull()
})

test.each([
  ['another card of the member', { second_way: card(2) }, card(2)],
  ['a number of a card that it does not need', { second_way: { ...cash, card_seq: 3 } }, cash],
  ['a card, where cash pays first', { payment_method_id: null, second_way: card(1) }, card(1)],
  ['cash, where a bill pays first', { payment_method_id: 4 as const, second_way: cash }, cash],
])('can be %s', async (_, more, kept) => {
  const mine = await member()
  await order(mine, more)
  expect(await contractOf(mine)).toMatchObject({ second_way: kept })
  expect(await mailsWith('お支払いできないときに使う方法')).toHaveLength(1)
})

test('paid by a saved card, with another one as the second way: the card company is asked for the cards once', async () => {
  const mine = await member()
  const listCards = vi.fn(mine.ports.card.listCards)
  await order({ ...mine, ports: { ...mine.ports, card: { ...mine.ports.card, listCards } } }, { second_way: card(2) })
  expect(await contractOf(mine)).toMatchObject({ card_seq: 0, second_way: card(2) })
  expect(listCards).toHaveBeenCalledTimes(1)
})

const letter = { delivery_id: 2, items: [{ product_sku_id: 125, quantity: 1, revision: 1 }] }
test.each([
  ['a purchase of once', { is_subscription: false, delivery_pattern: null, second_way: cash }, /通常購入/],
  ['the way of the order', { payment_method_id: 4 as const, second_way: bill }, /いまのお支払い方法/],
  ['a card without its number', { second_way: card(null) }, /カード/],
  [
    'a wallet that begins by its button',
    { second_way: { payment_method_id: 2 as const, card_seq: null } },
    /変更はできません/,
  ],
  ['前払い', { second_way: { payment_method_id: 6 as const, card_seq: null } }, /定期便では/],
  ['what the shop has no account for', { second_way: { payment_method_id: 5 as const, card_seq: null } }, /選択/],
  ['cash in a letter', { ...letter, second_way: cash }, /メール便/],
  ['cash in a box', { delivery_notes: '宅配ボックス', second_way: cash }, /置き配/],
  [
    'a bill that has no room for the address',
    { shipping_address: { ...kamakuraAddress, addr03: '椿'.repeat(60) }, second_way: bill },
    /請求書/,
  ],
])('is refused beside its field: %s', async (_, more, message) => {
  const mine = await member()
  await expect(validateOrder(mine, wanted(more))).rejects.toMatchObject(refusedBeside('second_way', message))
  expect(await db.$count(orders)).toBe(0)
})

test('not for 年払い, which is paid', async () => {
  const mine = await member()
  const more = { items: [{ product_sku_id: 127, quantity: 1, revision: 1 }], second_way: cash }
  await expect(validateOrder(mine, wanted(more))).rejects.toMatchObject(refusedBeside('second_way', /年払い/))
})

test.each([
  ['the one that pays the order', 0, /いまのお支払い方法/],
  ['of nobody', 9, /選択し直して/],
])('a card that is %s is refused when the order is placed', async (_, card_seq, message) => {
  const mine = await member()
  await expect(order(mine, { second_way: card(card_seq) })).rejects.toMatchObject(refusedBeside('second_way', message))
  expect(await db.$count(orders)).toBe(0)
})

test('a bill needs its own consent, whose text is kept', async () => {
  const mine = await member()
  await expect(order(mine, { second_way: bill })).rejects.toMatchObject(refusedBeside('second_way_consent'))
  await order(mine, { second_way: bill }, { second_way_consent: true })
  const [evidence] = await db.select().from(order_evidence)
  expect(evidence!.shown).toMatchObject({
    third_party_consent: null,
    second_way: { consent_text: expect.stringContaining('提供') },
  })
  // 同意の記録 of my page, and the file of evidence.
  const { items } = await listConsents(mine, {})
  expect(items).toMatchObject([
    { wording: expect.stringContaining('提供'), screen: expect.stringContaining('お支払いできないとき') },
  ])
  const sections: EvidenceDocument['sections'][] = []
  const document = {
    render: () => Promise.reject(new Error('no invoice')),
    renderDossier: async (made: EvidenceDocument) => {
      sections.push(made.sections)
      return new Uint8Array([1])
    },
  }
  const manager = await operatorContext(db, 'manager', { clock, ports: { document } })
  const [{ id }] = (await db.select({ id: orders.id }).from(orders)) as [{ id: number }]
  await createOrderEvidence({ ...manager, action: 'POST /admin/v1/orders/{id}/evidence' }, { id, reason: '照会' })
  const agreed = sections[0]!.find(({ heading }) => heading === '同意')!.lines
  expect(agreed).toEqual([expect.stringMatching(/お支払いできないときに使う方法、.+「.+提供/s)])
})

test('a fee that is no longer the one that was shown is shown anew', async () => {
  const mine = await member()
  const request = await confirmedOrderInput(mine, wanted({ second_way: cash }), { card: { card_seq: 0 } })
  const shown = { ...request.shown, second_payment_fee: 330 }
  await feeOfCash(440)
  const press = placeOrder(mine, { ...request, shown })
  await expect(press).rejects.toMatchObject({ status: 409, error: 'ERROR_AMOUNT_CHANGED' })
})

test('the key of an order with another second way is refused', async () => {
  const mine = await member()
  const request = await confirmedOrderInput(mine, wanted({ second_way: cash }), { card: { card_seq: 0 } })
  await placeOrder(mine, request)
  const { second_way: _, ...without } = request
  for (const other of [without, { ...request, second_way: card(2) }])
    await expect(placeOrder(mine, other)).rejects.toMatchObject({ error: 'ERROR_IDEMPOTENCY_KEY_REUSED' })
})

test('a visitor may name cash or a bill before the registration, and no card', async () => {
  const guest = { ...testContext(db), ports: ctx.ports }
  for (const second_way of [cash, bill])
    expect(await validateOrder(guest, wanted({ second_way }))).toMatchObject({ second_way })
  await expect(validateOrder(guest, wanted({ payment_method_id: null, second_way: card(null) }))).rejects.toMatchObject(
    refusedBeside('second_way'),
  )
})

test('a first delivery for nothing: the way of the later ones is kept, and what stands in for it', async () => {
  await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'percent', percent: 100 },
    from_cycle: 1,
    to_cycle: 1,
  })
  await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'free_delivery' },
    from_cycle: 1,
    to_cycle: 1,
  })
  const mine = await member()
  const seen = await validateOrder(mine, wanted({ second_way: cash }))
  expect(seen).toMatchObject({ summary: { payment_total: 0 }, second_way: { payment_fee: 330 } })
  await order(mine, { second_way: cash })
  expect(await contractOf(mine)).toMatchObject({ summary_status: 1, payment_method_id: 1, second_way: cash })
  await db.update(promotion).set({ to_cycle: null })
  // Nothing to pay in any delivery: no way, and no second one.
  expect(await validateOrder(mine, wanted({ second_way: cash }))).toMatchObject({ second_way: null })
  await db.update(promotion).set({ status: 'stopped' })
})

test('neither a bill nor cash for a member on 注意リスト', async () => {
  const mine = await member()
  await db.insert(watch_entry).values({
    ...{ shop_id: 2, customer_id: mine.customer_id, watch_effect: 'no_credit', reason: '受け取り拒否' },
    ...{ operator_id: null, expires_on: '2027-11-21', created_at: new Date() },
  })
  for (const second_way of [cash, bill])
    await expect(validateOrder(mine, wanted({ second_way }))).rejects.toMatchObject(refusedBeside('second_way'))
  await order(mine, { second_way: card(2) })
  expect(await contractOf(mine)).toMatchObject({ second_way: card(2) })
})

test('after a return from the card company: kept before it, told by the mail after it, and none if the new card is that very one', async () => {
  const mine = await member()
  const away: PaymentPort = {
    ...throwingPort<PaymentPort>('payment'),
    authorise: async () => ({
      kind: 'redirect',
      redirect_url: 'https://bank.example',
      return_key: 'key-1',
      reference: {},
    }),
    finish: async () => ({ kind: 'authorised', reference: {} }),
  }
  const leaving = { ...mine, ports: { ...mine.ports, payment: new Map([...mine.ports.payment, [1, away] as const]) } }
  const { status } = await order(leaving, { second_way: card(2) }, { card: { token: 'tok', save_card: false } })
  expect(status).toBe('payment_pending')
  const words = 'お支払いできないときに使う方法: クレジットカード(カード3)(今回のお支払いと同じカードなら、使いません)'
  expect(await contractOf(mine)).toMatchObject({ summary_status: 0, card_seq: null, second_way: card(2) })
  expect(await mailsWith(words)).toEqual([])
  await returnFromPayment(leaving, 'key-1')
  const contract = (await contractOf(mine))!
  expect(contract).toMatchObject({ summary_status: 1, second_way: card(2) })
  expect(await mailsWith(words)).toHaveLength(1)
  // The provider knew the new card: it is the one that the member has already.
  await db.update(subscription).set({ card_seq: 2 })
  expect(await getSubscription(mine, { id: contract.id })).toMatchObject({ card_seq: 2, second_way: null })
})

test('paid by the very card that was named, on the second press: neither the mail nor the contract reads it', async () => {
  const mine = await member()
  const request = await confirmedOrderInput(mine, wanted({ second_way: card(2) }), {
    card: { token: 'tok', save_card: false },
  })
  const answers = [() => Promise.reject(new PaymentUnavailable('timeout')), async () => authorised]
  const port: PaymentPort = {
    ...throwingPort<PaymentPort>('payment'),
    authorise: () => answers.shift()!(),
    find: async () => null,
  }
  const away = { ...mine, ports: { ...mine.ports, payment: new Map([...mine.ports.payment, [1, port] as const]) } }
  await expect(placeOrder(away, request)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_UNAVAILABLE' })
  expect(await placeOrder(away, { ...request, card: { card_seq: 2 } })).toMatchObject({ status: 'received' })
  const { id } = (await contractOf(mine))!
  expect(await getSubscription(mine, { id })).toMatchObject({ card_seq: 2, second_way: null })
  expect(await mailsWith('次回お届け予定日')).toHaveLength(1)
  expect(await mailsWith('お支払いできないときに使う方法')).toEqual([])
})
