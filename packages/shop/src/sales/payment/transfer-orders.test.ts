import { shop_payment } from '@kushi/db/schema/delivery'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { order_credit, orders } from '@kushi/db/schema/order'
import { payment, payment_transfer } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { requestRefundAccount } from '../../accounting/bank-refund/admin/request-refund-account.ts'
import { findLedgerDifferences } from '../../accounting/ledger/book.ts'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import type { Context, MemberContext } from '../../context.ts'
import { previewOwnWithdrawal } from '../../operation/membership/withdraw.ts'
import { countWaitingPayments } from '../../operation/today/internal/payments.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeBankTransferProvider } from '../../testing/fake-bank-transfer-provider.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { acceptPartlyPaidOrder } from '../checkout/admin/take-as-paid.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { receivePaymentNotice } from '../checkout/receive-payment-notice.ts'
import { sendPaymentReminders } from '../checkout/remind-to-pay.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { getOrder } from '../order/orders.ts'
import { refundOneOrder, retainOwedAmount } from '../refund/admin/refund-order.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let clock = testClock()
let { port, bank } = fakeBankTransferProvider()
beforeEach(async () => {
  clock = testClock()
  ;({ port, bank } = fakeBankTransferProvider())
  await emptyTables(db.$client, 'orders, outbox, ledger_entry, rate_limit, payment_notice', { restart: true })
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 7))
})

const ports = () => ({ payment: new Map([...testContext(db).ports.payment, [7, port]]) })
async function member(): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, ports: ports(), clock })
}
const desk = () => operatorContext(db, 'manager', { ports: ports(), clock })
const byTransfer = testOrderDraft({ payment_method_id: 7 })
async function placed(ctx: MemberContext, more: Parameters<typeof testOrderDraft>[0] = {}) {
  const first = await placeOrder(ctx, await confirmedOrderInput(ctx, { ...byTransfer, ...more }))
  return { ...first, ...(await paid()) }
}
/** The repair job, long after the last question. */
const ask = async (ctx: Context) => {
  await db.update(payment).set({ updated_at: sql`now() - interval '2 hours'` })
  return repairPayments(ctx)
}
const paid = async () => (await db.select().from(payment))[0]!
const order = async () => (await db.select().from(orders))[0]!
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
let told = 0
const notice = (ctx: Context, provider_order_id: string) =>
  receivePaymentNotice(ctx, { provider_order_id, text: `transfer ${told++}` })
const mails = () => loadQueuedMails(db)
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
const bookedSums = async () => {
  const rows = await db.select().from(ledger_entry)
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => [
      kind,
      all.reduce((sum, { amount }) => sum + amount, 0),
    ]),
  )
}
/** What the ledger has against 売掛金 is what came in: nothing is left open. */
const expectBooksToAgree = async (ctx: Context) => {
  const sums = await bookedSums()
  const { captured_amount } = await paid()
  expect(Object.values(sums).reduce((all, one) => all + one, 0)).toBe(captured_amount)
  expect(await Array.fromAsync(findLedgerDifferences(ctx))).toEqual([])
}
const reason = { decision_reason: '振込手数料が引かれていたため' }

test('placed: the account is on the screen and in the mail; the right amount, told twice, receives the order once', async () => {
  const ctx = await member()
  const before = await stock()
  const first = await placed(ctx)
  expect(first).toMatchObject({ status: 'payment_pending', state: 'awaiting' })
  expect(bank.calls).toEqual(['authorise bank_transfer'])
  expect(await stock()).toBe(before - 1)
  expect((await getOrder(ctx, first)).to_pay).toMatchObject({
    ...{ pay_until: '2026-11-24T14:59:59.000Z', received_amount: 0 },
    ...{ bank_name: 'GMOあおぞらネット銀行', branch_name: 'テスト', account_number: '5000001' },
  })
  const [mail] = await mails()
  for (const text of [
    '2026年11月24日(火) 23:59',
    '銀行: GMOあおぞらネット銀行(0310)',
    '口座番号: 5000001',
    'テストショップ',
  ])
    expect(mail!.text).toContain(text)

  bank.transfer(first.amount)
  clock.move(1)
  for (let n = 0; n < 2; n++) await notice(ctx, first.order_no)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'received' })
  expect(await paid()).toMatchObject({ state: 'captured', captured_amount: first.amount })
  expect(await db.$count(payment_transfer)).toBe(1)
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('お支払いのお願い'),
    expect.stringContaining('ご注文ありがとうございます'),
  ])
  // 前払式通信販売の承諾の通知
  expect((await mails()).at(-1)!.text).toContain('お支払いの受領: 2026年11月22日(日)に、')
  await shipOrder(ctx, { order_no: first.order_no, ...parcel })
  await expectBooksToAgree(ctx)
})

test('too little: told once, on 今日 and in the list; its rest pays', async () => {
  const ctx = await member()
  const operator = await desk()
  const first = await placed(ctx)
  bank.transfer(first.amount - 220)
  for (let n = 0; n < 2; n++) await notice(ctx, first.order_no)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'payment_pending' })
  expect(await paid()).toMatchObject({ state: 'awaiting', captured_amount: first.amount - 220 })
  expect((await getOrder(ctx, first)).to_pay).toMatchObject({ received_amount: first.amount - 220 })
  const [, short, ...more] = await mails()
  expect(more).toEqual([])
  expect(short!.subject).toContain('ご入金の金額をご確認ください')
  expect(short!.text).toContain('不足している金額: ¥220')
  expect(await countWaitingPayments(operator)).toMatchObject({ awaiting: 0, short: 1, to_refund: 0 })
  const detail = await showOrder(operator, { id: first.order_id })
  expect(detail.payments[0]!.transfers).toMatchObject([{ amount: first.amount - 220, remitter_name: 'ﾔﾏｸﾞﾁ ﾊﾅｺ' }])
  expect(detail.timeline.map(({ text }) => text).join()).toContain('振込のご入金がありました')
  // The day before its deadline is in the mail that told what is missing.
  clock.move(2)
  expect(await sendPaymentReminders(ctx)).toBe(0)

  bank.transfer(220)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'received' })
  expect(await paid()).toMatchObject({ state: 'captured', captured_amount: first.amount })
  expect(await countWaitingPayments(operator)).toMatchObject({ short: 0, to_refund: 0 })
})

test('too little until after the deadline: nobody cancels it by itself, and a person takes it as paid', async () => {
  const ctx = await member()
  const operator = await desk()
  const first = await placed(ctx)
  const captured_amount = first.amount - 220
  await expect(
    acceptPartlyPaidOrder(operator, { id: first.order_id, captured_amount, ...reason }),
  ).rejects.toMatchObject({
    status: 409,
  })
  bank.transfer(captured_amount)
  clock.move(6)
  bank.state = 'refused'
  for (let n = 0; n < 2; n++) await ask(ctx)
  expect(bank.calls).not.toContain('void')
  expect(await order()).toMatchObject({ status: 'payment_pending' })
  await expect(acceptPartlyPaidOrder(operator, { id: first.order_id, captured_amount: 1, ...reason })).rejects.toThrow(
    '変わっています',
  )
  await acceptPartlyPaidOrder(operator, { id: first.order_id, captured_amount, ...reason })
  await expect(
    acceptPartlyPaidOrder(operator, { id: first.order_id, captured_amount, ...reason }),
  ).rejects.toMatchObject({
    status: 409,
  })
  expect(await order()).toMatchObject({ status: 'received', payment_total: first.amount })
  expect(await paid()).toMatchObject({ state: 'captured', captured_amount, credited_amount: 220 })
  expect(await db.select().from(order_credit)).toMatchObject([{ kind: 'reduction', amount: 220 }])
  expect((await mails()).at(-1)!.text).toContain(`${captured_amount.toLocaleString('ja-JP')} を受領しました`)
  await shipOrder(ctx, { order_no: first.order_no, ...parcel })
  await expectBooksToAgree(ctx)
  expect(await countWaitingPayments(operator)).toMatchObject({ short: 0, to_refund: 0 })
  // The rest after all is too much now.
  bank.transfer(220)
  await notice(ctx, first.order_no)
  expect(await countWaitingPayments(operator)).toMatchObject({ to_refund: 1, owed_amount: 220 })
})

test.each([
  ['too much', (amount: number) => [amount + 500]],
  ['twice', (amount: number) => [amount, amount]],
  ['twice, the second time after it was received', (amount: number) => [amount, null, amount]],
] as const)('%s: the order goes on, and what is over is owed and given back', async (_, amountsOf) => {
  const ctx = await member()
  const operator = await desk()
  const first = await placed(ctx)
  for (const amount of amountsOf(first.amount))
    if (amount === null) await notice(ctx, first.order_no)
    else bank.transfer(amount)
  // Of the last one the notice is lost.
  await ask(ctx)
  await reconcilePayments(ctx)
  const { captured_amount } = await paid()
  const over = captured_amount - first.amount
  expect(over).toBe(amountsOf(first.amount).reduce<number>((sum, one) => sum + (one ?? 0), -first.amount))
  expect(await order()).toMatchObject({ status: 'received' })
  expect(await countWaitingPayments(operator)).toMatchObject({ to_refund: 1, owed_amount: over, differences: 0 })
  const { order_id: id } = first
  await expect(retainOwedAmount(operator, { id, owed_amount: over, ...reason })).rejects.toThrow('お返し')
  await requestRefundAccount(operator, { id, owed_amount: over })
  expect((await mails()).at(-1)!.subject).toContain('振込先')
  await shipOrder(ctx, { order_no: first.order_no, ...parcel })
  const seen = { refunded_amount: 0, repaid_amount: 0, owed_amount: over }
  const back = { refund: { kind: 'owed' }, by_hand: true, seen, ...reason, notify: true } as const
  await refundOneOrder(operator, { id, ...back })
  expect(await paid()).toMatchObject({ repaid_amount: over })
  expect(await bookedSums()).toMatchObject({ refund: over })
  await expectBooksToAgree(ctx)
})

test.each([
  ['notice', 'whole'],
  ['reconcile', 'whole'],
  ['reconcile', 'part'],
  ['repair', 'whole'],
  ['repair', 'part'],
  ['notice', 'part'],
] as const)('late, found by %s, %s: owed, never lost, never twice', async (by, how) => {
  const ctx = await member()
  const operator = await desk()
  const before = await stock()
  const first = await placed(ctx)
  const amount = how === 'whole' ? first.amount : 1000
  if (by === 'repair') {
    // Cancelled by the customer while the transfer is under way.
    await cancelOrder(ctx, { order_no: first.order_no })
    expect(await paid()).toMatchObject({ state: 'void_pending' })
    bank.transfer(amount)
    await ask(ctx)
  } else {
    clock.move(5)
    await ask(ctx)
    expect(await paid()).toMatchObject({ state: 'failed', refusal: 'expired' })
    expect(bank.calls).toContain('void')
    // Weeks later, and nothing happened to the payment since.
    clock.move(30)
    await db.update(payment).set({ updated_at: sql`now() - interval '30 days'` })
    bank.transfer(amount)
    if (by === 'notice') await notice(ctx, first.order_no)
    else expect(await reconcilePayments(ctx)).toEqual([])
    await ask(ctx)
  }
  const after = { state: 'captured', captured_amount: amount, credited_amount: first.amount }
  expect(await paid()).toMatchObject(after)
  expect(await order()).toMatchObject({ status: 'cancelled' })
  expect(await stock()).toBe(before)
  expect(await countWaitingPayments(operator)).toMatchObject({ to_refund: 1, owed_amount: amount, awaiting: 0 })
  await notice(ctx, first.order_no)
  await reconcilePayments(ctx)
  expect(await paid()).toMatchObject(after)
  // Another one: owed as well.
  bank.transfer(100)
  await notice(ctx, first.order_no)
  expect(await countWaitingPayments(operator)).toMatchObject({ owed_amount: amount + 100 })
})

test('a part and cancelled: the customer is told what goes back, and it is owed at once', async () => {
  const ctx = await member()
  const operator = await desk()
  const first = await placed(ctx)
  bank.transfer(1000)
  await notice(ctx, first.order_no)
  await cancelOrder(operator, { order_no: first.order_no, notify: true })
  expect((await mails()).at(-1)!.text).toContain('お支払いいただいた¥1,000は、銀行振込でご返金します')
  expect(await countWaitingPayments(operator)).toMatchObject({ short: 0, to_refund: 1, owed_amount: 1000 })
  await ask(ctx)
  expect(bank.calls).toContain('void')
  expect(await paid()).toMatchObject({ state: 'captured', captured_amount: 1000, credited_amount: first.amount })
  expect(await countWaitingPayments(operator)).toMatchObject({ to_refund: 1, owed_amount: 1000, voids: 0 })
})

test('notice and job at once: one row, one order, one mail', async () => {
  const ctx = await member()
  const first = await placed(ctx)
  bank.transfer(first.amount)
  await db.update(payment).set({ updated_at: sql`now() - interval '2 hours'` })
  await Promise.allSettled([notice(ctx, first.order_no), repairPayments(ctx), notice(ctx, first.order_no)])
  await ask(ctx)
  expect(await db.$count(payment_transfer)).toBe(1)
  expect(await paid()).toMatchObject({ state: 'captured', captured_amount: first.amount })
  expect((await mails()).filter(({ subject }) => subject.includes('ありがとうございます'))).toHaveLength(1)
})

test('killed before the answer was written: found, with the money that came meanwhile', async () => {
  const ctx = await member()
  port.authorise = async () => {
    throw new PaymentUnavailable('cut off')
  }
  const request = await confirmedOrderInput(ctx, byTransfer)
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_UNAVAILABLE' })
  const { amount } = await paid()
  bank.transfer(1000)
  await ask(ctx)
  expect(await paid()).toMatchObject({ state: 'awaiting', captured_amount: 1000, slip: { account_number: '5000001' } })
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('お支払いのお願い'),
    expect.stringContaining('ご入金の金額'),
  ])
  bank.transfer(amount - 1000)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'received' })
})

test('a transfer that the bank takes back is a difference for a person', async () => {
  const ctx = await member()
  const first = await placed(ctx)
  bank.transfer(first.amount)
  await notice(ctx, first.order_no)
  bank.transfers = []
  const [found] = await reconcilePayments(ctx)
  expect(found).toMatchObject({ order_no: first.order_no, theirs: expect.stringContaining('taken=0') })
})

test('points and a part of the money: until it is decided the member neither leaves nor is merged; taken as paid, points stay used', async () => {
  const ctx = await member()
  const operator = await desk()
  const { customer_id } = ctx
  await db.execute(sql`update shop set point_flag = true, point_least = 1, point_most_rate = 100 where id = 2`)
  try {
    await adjustPoints(operator, { id: customer_id, points: 500, reason: 'お詫び', balance: 0 })
    const first = await placed(ctx, { points: 500 })
    bank.transfer(first.amount - 100)
    await notice(ctx, first.order_no)
    expect((await previewOwnWithdrawal(ctx, {})).problem).toContain(first.order_no)
    const [other] = await insertMembers(db, 1)
    await expect(mergeWithIdentityChecks(operator, customer_id, other!)).rejects.toThrow()
    await acceptPartlyPaidOrder(operator, { id: first.order_id, captured_amount: first.amount - 100, ...reason })
    expect((await previewOwnWithdrawal(ctx, {})).point_balance).toBe(0)
    await cancelOrder(operator, { order_no: first.order_no })
    expect(await countWaitingPayments(operator)).toMatchObject({ owed_amount: first.amount - 100 })
    expect((await previewOwnWithdrawal(ctx, {})).point_balance).toBe(500)
  } finally {
    await db.execute(sql`update shop set point_flag = false where id = 2`)
  }
})

test('only for what is bought once, and no store is asked for', async () => {
  const ctx = await member()
  const one = async (is_subscription: boolean) =>
    (await listPaymentMethods(ctx, { amount: 3000, delivery_id: 1, is_subscription })).items.find(
      ({ payment_method_id }) => payment_method_id === 7,
    )
  expect(await one(false)).toMatchObject({ is_available: true, pay_until: '2026-11-24' })
  expect((await one(true))?.reason).toContain('定期便では')
  const { payment_texts } = await validateOrder(ctx, byTransfer)
  expect(payment_texts.join('')).toContain('銀行振込の期限は、2026年11月24日(火)です。')
  expect(payment_texts.join('')).toContain('振込手数料は、お客様のご負担')
})
