import { bank_refund, transfer_file } from '@kushi/db/schema/bank-refund'
import { customer } from '@kushi/db/schema/customer'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../context.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { createOrderEvidence } from '../../operation/membership/admin/order-evidence.ts'
import { beginWithdrawal } from '../../operation/membership/internal/begin-withdrawal.ts'
import { endLockedMembership, lockWithdrawingMember } from '../../operation/membership/internal/end-membership.ts'
import { eraseFormerMemberData } from '../../operation/membership/internal/erase-traces.ts'
import { countWaitingPayments } from '../../operation/today/internal/payments.ts'
import { type StoredMessage, visibleMessageText } from '../../people/correspondence/rules/message-text.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { showOrder } from '../../sales/order/admin/show-order.ts'
import { lockOrder, writeOrderCredit } from '../../sales/order/index.ts'
import { reductionLineBase } from '../../sales/order/rules/credit.ts'
import { settleUnansweredRefund } from '../../sales/refund/admin/refund-not-made.ts'
import { refundOneOrder } from '../../sales/refund/admin/refund-order.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { waitForLockWaiters } from '../../testing/lock-waits.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { findLedgerDifferences } from '../ledger/book.ts'
import { uploadSettlementFile } from '../settlement/admin/files.ts'
import { processSettlementFiles } from '../settlement/process-settlement-files.ts'
import { requestRefundAccount, withdrawBankRefund } from './admin/request-refund-account.ts'
import { showBankRefunds } from './admin/show-bank-refunds.ts'
import {
  approveTransferFile,
  discardTransferFile,
  downloadTransferFile,
  prepareTransferFile,
  recordReturnedTransfer,
  recordTransferFilePaid,
  saveTransferSender,
} from './admin/transfer-files.ts'
import { showRefundAccount, submitRefundAccount } from './submit-refund-account.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let clock = testClock('2026-11-21')
beforeEach(async () => {
  clock = testClock('2026-11-21')
  await emptyTables(
    db.$client,
    'bank_refund, transfer_file, transfer_sender, settlement_file, settlement_line, ledger_entry, orders, outbox',
    {
      restart: true,
    },
  )
})
const account = {
  bank_name: 'みずほ銀行',
  bank_code: '0001',
  branch_name: '渋谷支店',
  branch_code: '210',
  deposit_type: 1 as const,
  account_number: '1234567',
  holder: 'ﾔﾏｸﾞﾁ ﾊﾅｺ',
}
const sender = {
  client_code: '1234567890',
  client_name: 'ｶ)ﾂﾊﾞｷﾉ',
  bank_name: 'みずほ銀行',
  bank_code: '0001',
  branch_name: '本店',
  branch_code: '001',
  deposit_type: 1 as const,
  account_number: '7654321',
}

/** An order paid at the door, of which 1,000 yen are owed. */
async function owing() {
  const [customer_id] = await insertMembers(db, 1)
  const base = testContext(db, { clock: clock as Clock, customer_id: customer_id! })
  const { order_no } = await placeOrder(base, await confirmedOrderInput(base, testOrderDraft()))
  await shipOrder(base, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(base, { order_no })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const admin = await operatorContext(db, 'accounting', { clock })
  await db.transaction(async (tx) => {
    const { order: row, paid } = await lockOrder(tx, order!)
    const lines = [{ ...reductionLineBase, amount: 1_000, tax_rate: 10 }]
    await writeOrderCredit(tx, admin, row, paid, { kind: 'reduction', lines, note: '' })
  })
  return { order: order!, guest: testContext(db, { clock }), admin }
}
type Owing = Awaited<ReturnType<typeof owing>>

async function tokenFor({ order }: Owing, by = operatorContext(db, 'manager', { clock })) {
  await requestRefundAccount(await by, { id: order.id, owed_amount: 1_000 })
  const { text } = (await loadQueuedMails(db)).at(-1)!
  return /refund-account\?token=([\w-]{43})/.exec(text)![1]!
}
const entries = async () =>
  (await db.select().from(ledger_entry).where(eq(ledger_entry.kind, 'refund')).orderBy(asc(ledger_entry.id))).map(
    ({ amount, day }) => [day, amount],
  )
const paidOf = async ({ order }: Owing) => (await db.select().from(payment).where(eq(payment.order_id, order.id)))[0]!
const refused = (error: string) => ({ error, status: 409 })

test('asked → given → in a file that another person approves → paid: books, mail, and the account is forgotten', async () => {
  const one = await owing()
  const { admin, guest, order } = one
  const token = await tokenFor(one)
  expect(await showRefundAccount(guest, { token })).toMatchObject({ owed_amount: 1_000, may_give: true, masked: '' })
  expect(await submitRefundAccount(guest, { token, account })).toMatchObject({
    state: 'given',
    may_give: false,
    masked: 'みずほ銀行 渋谷支店 普通 ****567',
  })
  // Once: the link shows nothing of the account but its last digits, and takes no other.
  await expect(submitRefundAccount(guest, { token, account })).rejects.toMatchObject(
    refused('ERROR_REFUND_ACCOUNT_OVER'),
  )
  const [kept] = await db.select().from(bank_refund)
  expect(JSON.stringify(kept)).not.toMatch(/1234567|ﾔﾏｸﾞﾁ/)

  await expect(prepareTransferFile(admin, { pay_on: '2026-11-24' })).rejects.toMatchObject(
    refused('ERROR_BANK_REFUND_STATE'),
  )
  await saveTransferSender(admin, sender)
  const { id } = await prepareTransferFile(admin, { pay_on: '2026-11-24' })
  await expect(approveTransferFile(admin, { id })).rejects.toMatchObject(refused('ERROR_BANK_REFUND_STATE'))
  await expect(downloadTransferFile(admin, { id })).rejects.toMatchObject(refused('ERROR_BANK_REFUND_STATE'))
  await expect(recordTransferFilePaid(admin, { id })).rejects.toMatchObject(refused('ERROR_BANK_REFUND_STATE'))
  const other = await operatorContext(db, 'accounting', { clock })
  expect((await showBankRefunds(other, {})).files).toMatchObject([{ state: 'prepared', may_approve: true }])
  await approveTransferFile(other, { id })
  const parts = []
  for await (const part of (await downloadTransferFile(admin, { id })).content) parts.push(part)
  const records = new TextDecoder('shift_jis').decode(Buffer.concat(parts)).split('\r\n')
  expect(records).toHaveLength(5)
  expect(records[1]).toContain('1234567ﾔﾏｸﾞﾁ ﾊﾅｺ')
  // While it is under way, nobody gives the money back in another way.
  const manager = await operatorContext(db, 'manager', { clock })
  await expect(refundOneOrder(manager, { id: order.id, ...owedOnly, by_hand: false })).rejects.toMatchObject(
    refused('ERROR_CHANGED_MEANWHILE'),
  )

  expect(await entries()).toEqual([])
  // No bank pays before the day.
  clock.move(2)
  await expect(recordTransferFilePaid(admin, { id })).rejects.toMatchObject(refused('ERROR_BANK_REFUND_STATE'))
  expect((await showBankRefunds(other, {})).files).toMatchObject([{ may_pay: false, is_banked: false }])
  clock.move(1)
  expect((await showBankRefunds(other, {})).files).toMatchObject([{ may_pay: true }])
  await recordTransferFilePaid(admin, { id })
  const statement = ['取引日,摘要,出金金額,入金金額,残高', '2026/11/24,ソウゴウフリコミ,1000,,1'].join('\n')
  await uploadSettlementFile(manager, { name: 'bank.csv', content: new TextEncoder().encode(statement) })
  await processSettlementFiles(manager)
  expect((await showBankRefunds(other, {})).files).toMatchObject([{ may_pay: false, is_banked: true }])
  await expect(recordTransferFilePaid(admin, { id })).rejects.toMatchObject(refused('ERROR_BANK_REFUND_STATE'))
  expect(await entries()).toEqual([['2026-11-24', 1_000]])
  expect(await paidOf(one)).toMatchObject({ repaid_amount: 1_000 })
  expect((await loadQueuedMails(db)).at(-1)).toMatchObject({ subject: expect.stringContaining('ご返金') })
  for await (const difference of findLedgerDifferences(guest)) expect(difference).toBeNull()

  clock.move(29)
  await deleteExpiredRows(guest)
  expect((await db.select().from(transfer_file))[0]!.sealed).not.toBeNull()
  clock.move(2)
  await deleteExpiredRows(guest)
  expect((await db.select().from(transfer_file))[0]!.sealed).toBeNull()
  expect((await db.select().from(bank_refund))[0]).toMatchObject({ state: 'paid', sealed: null })
})

test('each line of the bank’s statement is for one file: the earliest of its sum, and never one that was dropped', async () => {
  const manager = await operatorContext(db, 'manager', { clock })
  const file = (pay_on: string, state: 'paid' | 'dropped' = 'paid', amount = 1_000) => ({
    shop_id: manager.shop_id,
    ...{ pay_on, state, amount, transfers: 1, sha256: pay_on, created_at: clock.now() },
    ...{
      actor_kind: 'system' as const,
      actor_name: '自動',
      approver_id: state === 'paid' ? manager.operator.id : null,
    },
  })
  await db
    .insert(transfer_file)
    .values([
      file('2026-11-09', 'dropped'),
      file('2026-11-10'),
      file('2026-11-12'),
      file('2026-11-16'),
      file('2026-11-20'),
      file('2026-11-09', 'dropped', 2_000),
    ])
  const statement = ['取引日,摘要,出金金額,入金金額,残高']
  for (const [day, amount] of [
    ['2026/11/10', 1_000],
    ['2026/11/10', 2_000],
    ['2026/11/13', 1_000],
    ['2026/11/16', 1_000],
  ])
    statement.push(`${day},ソウゴウフリコミ,${amount},,1`)
  await uploadSettlementFile(manager, { name: 'bank.csv', content: new TextEncoder().encode(statement.join('\n')) })
  await processSettlementFiles(manager)
  const { files } = await showBankRefunds(manager, {})
  expect(files.filter(({ is_banked }) => is_banked).map(({ pay_on }) => pay_on)).toEqual([
    '2026-11-16',
    '2026-11-12',
    '2026-11-10',
  ])
})

test('the bank could not pay: taken back in the books, owed again, and asked for again', async () => {
  const one = await owing()
  await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  await saveTransferSender(one.admin, sender)
  const { id } = await prepareTransferFile(one.admin, { pay_on: '2026-11-21' })
  await approveTransferFile(await operatorContext(db, 'manager', { clock }), { id })
  await recordTransferFilePaid(one.admin, { id })
  const [refund] = await db.select().from(bank_refund)
  clock.move(2)
  await recordReturnedTransfer(one.admin, { id: refund!.id, reason: '口座がありません' })
  await expect(recordReturnedTransfer(one.admin, { id: refund!.id, reason: '二度目' })).rejects.toMatchObject(
    refused('ERROR_BANK_REFUND_STATE'),
  )
  expect(await entries()).toEqual([
    ['2026-11-21', 1_000],
    ['2026-11-23', -1_000],
  ])
  expect(await paidOf(one)).toMatchObject({ repaid_amount: 0 })
  expect((await db.select().from(payment_refund)).map(({ amount }) => amount)).toEqual([1_000, -1_000])
  // It waits on the desk until the account is asked for again.
  expect((await showBankRefunds(one.admin, {})).waiting.map(({ state }) => state)).toEqual(['returned'])
  expect(await countWaitingPayments(one.admin)).toMatchObject({ transfers: 1 })
  await submitRefundAccount(one.guest, {
    token: await tokenFor(one),
    account: { ...account, account_number: '7777777' },
  })
  expect((await showBankRefunds(one.admin, {})).waiting.map(({ state }) => state)).toEqual(['given'])
})

test('a link that was sent again, is over, withdrawn, or belongs to another shop takes no account', async () => {
  const one = await owing()
  const first = await tokenFor(one)
  clock.move(1)
  const second = await tokenFor(one)
  await expect(showRefundAccount(one.guest, { token: first })).rejects.toMatchObject({ status: 404 })
  const elsewhere = testContext(db, { clock, shop_id: 3 })
  await expect(submitRefundAccount(elsewhere, { token: second, account })).rejects.toMatchObject({ status: 404 })
  clock.move(14)
  await expect(submitRefundAccount(one.guest, { token: second, account })).rejects.toMatchObject(
    refused('ERROR_REFUND_ACCOUNT_OVER'),
  )
  expect((await showBankRefunds(one.admin, {})).waiting).toMatchObject([{ state: 'asked', is_expired: true }])
  const third = await tokenFor(one)
  const [row] = await db.select().from(bank_refund)
  await withdrawBankRefund(one.admin, { id: row!.id, reason: '現金でお返しした' })
  await expect(submitRefundAccount(one.guest, { token: third, account })).rejects.toMatchObject(
    refused('ERROR_REFUND_ACCOUNT_OVER'),
  )
})

test('a file that does not go to the bank frees its refunds; one a day; another sum than is owed stops it', async () => {
  const one = await owing()
  await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  await saveTransferSender(one.admin, sender)
  await expect(prepareTransferFile(one.admin, { pay_on: '2026-11-20' })).rejects.toMatchObject({ status: 422 })
  const { id } = await prepareTransferFile(one.admin, { pay_on: '2026-11-24' })
  const two = await owing()
  await submitRefundAccount(two.guest, { token: await tokenFor(two), account })
  await expect(prepareTransferFile(one.admin, { pay_on: '2026-11-24' })).rejects.toMatchObject(
    refused('ERROR_BANK_REFUND_STATE'),
  )
  await discardTransferFile(one.admin, { id, reason: '' })
  const manager = await operatorContext(db, 'manager', { clock })
  await refundOneOrder(manager, { id: two.order.id, ...owedOnly, by_hand: true, decision_reason: '現金' })
  await expect(prepareTransferFile(one.admin, { pay_on: '2026-11-24' })).rejects.toMatchObject(
    refused('ERROR_BANK_REFUND_STATE'),
  )
  const [, other] = await db.select().from(bank_refund).orderBy(asc(bank_refund.id))
  await withdrawBankRefund(one.admin, { id: other!.id, reason: '現金でお返しした' })
  await prepareTransferFile(one.admin, { pay_on: '2026-11-24' })
  expect((await showBankRefunds(one.admin, {})).files.map(({ state, transfers }) => [state, transfers])).toEqual([
    ['prepared', 1],
    ['dropped', 1],
  ])
})

/** An approved file with the refund of each. */
async function filed(...all: Owing[]) {
  for (const one of all) await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  const { admin } = all[0]!
  await saveTransferSender(admin, sender)
  const { id } = await prepareTransferFile(admin, { pay_on: '2026-11-21' })
  const other = await operatorContext(db, 'accounting', { clock })
  await approveTransferFile(other, { id })
  return { id, other }
}
const states = async () => (await db.select().from(bank_refund).orderBy(asc(bank_refund.id))).map(({ state }) => state)
const owedOnly = {
  refund: { kind: 'owed' },
  seen: { refunded_amount: 0, repaid_amount: 0, owed_amount: 1_000 },
  decision_reason: 'x',
  notify: false,
} as const
const refund = async ({ order }: Owing, { by_hand = false } = {}, ports = {}) => {
  const manager = await operatorContext(db, 'manager', { clock })
  const ctx = { ...manager, ports: { ...manager.ports, ...ports } }
  return refundOneOrder(ctx, { id: order.id, ...owedOnly, by_hand })
}
/** A card, whose provider counts what it was asked for. */
const atProvider = async ({ order }: Owing, answer: () => Promise<unknown>) => {
  const card = { payment_method_id: 1 }
  await db
    .update(payment)
    .set({ ...card, reference: { access_id: 'a', access_pass: 'b' } })
    .where(eq(payment.order_id, order.id))
  await db.update(orders).set(card).where(eq(orders.id, order.id))
  const asked: number[] = []
  const port = {
    refund(_: unknown, total: number) {
      asked.push(total)
      return answer()
    },
    find: answer,
  }
  return { asked, ports: { payment: { get: () => port }, card: port } }
}
const away = () => Promise.reject(new PaymentUnavailable('timed out'))

test('nobody of the shop reads the link: not in the list of messages, not in the evidence', async () => {
  const one = await owing()
  const token = await tokenFor(one)
  const [mail] = (await db.select().from(outbox)).filter(({ payload }) => JSON.stringify(payload).includes(token))
  expect(visibleMessageText(mail!.payload as StoredMessage, true)).toMatchObject({ text: null })
  const manager = await operatorContext(db, 'manager', { clock })
  let said = ''
  const renderDossier = async (dossier: unknown) => {
    said = JSON.stringify(dossier)
    return new Uint8Array(3)
  }
  const document = { ...manager.ports.document, renderDossier }
  await createOrderEvidence({ ...manager, ports: { ...manager.ports, document } }, { id: one.order.id, reason: 'x' })
  expect(said).toContain(one.order.order_no)
  expect(said).not.toContain(token)
})

test('a refund that the provider has not answered bars every other way', async () => {
  const one = await owing()
  await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  await saveTransferSender(one.admin, sender)
  const { asked, ports } = await atProvider(one, away)
  await expect(refund(one, {}, ports)).rejects.toBeDefined()
  expect(asked).toEqual([1_000])
  const unanswered = refused('ERROR_REFUND_UNANSWERED')
  await expect(prepareTransferFile(one.admin, { pay_on: '2026-11-24' })).rejects.toMatchObject(unanswered)
  await expect(refund(one, { by_hand: true })).rejects.toMatchObject(unanswered)
  const [row] = await db.select().from(bank_refund)
  await withdrawBankRefund(one.admin, { id: row!.id, reason: 'x' })
  await expect(tokenFor(one)).rejects.toMatchObject(unanswered)
})

test('a refund that was not made at the provider is settled by who looked it up there; then other ways are open', async () => {
  const one = await owing()
  const { ports } = await atProvider(one, away)
  await expect(refund(one, {}, ports)).rejects.toBeDefined()
  const manager = await operatorContext(db, 'manager', { clock })
  const answering = (trade: object | null) => {
    const port = { find: async () => trade }
    return { ...manager, ports: { ...manager.ports, payment: new Map([[1, port]]) as never } }
  }
  const settle = (by: typeof manager, refund_asked = 1_000) =>
    settleUnansweredRefund(by, { id: one.order.id, refund_asked, decision_reason: '管理画面で確認' })
  const trade = { state: 'captured', amount: one.order.payment_total, refunded_amount: 0, reference: {} }
  await expect(settle(answering({ ...trade, refunded_amount: 1_000 }))).rejects.toMatchObject({
    ...refused('ERROR_ORDER_STATUS'),
    message: expect.stringContaining('¥1,000'),
  })
  await expect(settle(answering({ ...trade, state: 'voided' }))).rejects.toMatchObject(refused('ERROR_ORDER_STATUS'))
  await expect(settle(answering(trade), 900)).rejects.toMatchObject(refused('ERROR_ORDER_STATUS'))
  const silent = { ...manager, ports: { ...manager.ports, ...ports } } as unknown as typeof manager
  await expect(settle(silent)).rejects.toMatchObject({ status: 503 })
  await expect(tokenFor(one)).rejects.toMatchObject(refused('ERROR_REFUND_UNANSWERED'))
  const shown = await settle(answering(trade))
  expect(shown.payments[0]).toMatchObject({ refund_asked: null, refunded_amount: 0 })
  expect(shown.timeline.map(({ text }) => text)).toContain(
    '決済: 決済会社で返金されていないことを確かめました。返金済みの合計は ¥0',
  )
  await expect(settle(answering(trade))).rejects.toMatchObject(refused('ERROR_ORDER_STATUS'))
  await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  expect(await refund(one, { by_hand: true })).toMatchObject({ owed_amount: 0 })
})

test('Amazon may not show a refund for a day: until then nobody settles it', async () => {
  const one = await owing()
  await db
    .update(payment)
    .set({ payment_method_id: 2, refund_asked: 1_000, refund_asked_at: clock.now() })
    .where(eq(payment.order_id, one.order.id))
  const manager = await operatorContext(db, 'manager', { clock })
  const port = { find: async () => null }
  const by = { ...manager, ports: { ...manager.ports, payment: new Map([[2, port]]) as never } }
  const settle = () => settleUnansweredRefund(by, { id: one.order.id, refund_asked: 1_000, decision_reason: 'x' })
  await expect(settle()).rejects.toMatchObject({ message: expect.stringContaining('明日') })
  clock.move(1)
  expect((await settle()).payments[0]).toMatchObject({ refund_asked: null })
})

test('返金 of 代引 is owed until the account is paid; the page of the order says how far it is', async () => {
  const [customer_id] = await insertMembers(db, 1)
  const base = testContext(db, { clock: clock as Clock, customer_id: customer_id! })
  const { order_no } = await placeOrder(
    base,
    await confirmedOrderInput(base, testOrderDraft({ payment_method_id: null })),
  )
  await shipOrder(base, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(base, { order_no })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const { id, payment_total } = order!
  const admin = await operatorContext(db, 'accounting', { clock })
  const one = { order: order!, guest: testContext(db, { clock }), admin }
  const manager = await operatorContext(db, 'manager', { clock })
  const seen = { refunded_amount: 0, repaid_amount: 0, owed_amount: 0 }
  const asked = { id, by_hand: false, seen, decision_reason: '返品', notify: true }
  const part = { ...asked, refund: { kind: 'reduction', amount: 300 } } as const
  const mails = (await loadQueuedMails(db)).length
  expect(await refundOneOrder(manager, part)).toMatchObject({
    status: 'delivered',
    owed_amount: 300,
    kept_amount: payment_total,
    payments: [{ refunded_amount: 0, repaid_amount: 0 }],
    bank_refund: null,
  })
  // The same screen again adds nothing, and nothing is said to be given back.
  expect(await refundOneOrder(manager, part)).toMatchObject({ owed_amount: 300 })
  const left = payment_total - 300
  const now = { ...asked, seen: { ...seen, owed_amount: 300 } }
  await expect(
    refundOneOrder(manager, { ...now, refund: { kind: 'reduction', amount: left + 1 } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(refundOneOrder(manager, { ...now, refund: { kind: 'owed' } })).rejects.toMatchObject(
    refused('ERROR_ORDER_STATUS'),
  )
  const returned = { ...now, refund: { kind: 'return', restock: false, keep_subscription: false } } as const
  const shown = await refundOneOrder(manager, returned)
  expect(shown).toMatchObject({ status: 'returned', owed_amount: payment_total, payment_state: 'captured' })
  expect(await refundOneOrder(manager, returned)).toMatchObject({
    owed_amount: payment_total,
  })
  expect([(await loadQueuedMails(db)).length, await entries()]).toEqual([mails, []])

  const page = async () => (await showOrder(manager, { id })).bank_refund
  await requestRefundAccount(manager, { id, owed_amount: payment_total })
  const token = /refund-account\?token=([\w-]{43})/.exec((await loadQueuedMails(db)).at(-1)!.text)![1]!
  expect(await page()).toMatchObject({ state: 'asked', amount: payment_total, is_expired: false })
  clock.move(15)
  expect(await page()).toMatchObject({ state: 'asked', is_expired: true })
  clock.move(-15)
  await submitRefundAccount(one.guest, { token, account })
  expect(await page()).toMatchObject({ state: 'given' })
  await saveTransferSender(admin, sender)
  const file = await prepareTransferFile(admin, { pay_on: '2026-11-21' })
  expect(await page()).toMatchObject({ state: 'filed' })
  await approveTransferFile(await operatorContext(db, 'accounting', { clock }), file)
  await recordTransferFilePaid(admin, file)
  expect(await showOrder(manager, { id })).toMatchObject({ bank_refund: null, owed_amount: 0, kept_amount: 0 })
  expect(await entries()).toEqual([['2026-11-21', payment_total]])
  const differences = []
  for await (const each of findLedgerDifferences(admin)) differences.push(each)
  expect(differences).toEqual([])
  const [row] = await db.select().from(bank_refund)
  await recordReturnedTransfer(admin, { id: row!.id, reason: '口座がありません' })
  expect(await showOrder(manager, { id })).toMatchObject({
    bank_refund: { state: 'returned' },
    owed_amount: payment_total,
  })
})

test.each([{ by_hand: true as const }, {}])('a file that is made while a refund %j begins stops it', async (how) => {
  const one = await owing()
  await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  await saveTransferSender(one.admin, sender)
  const { asked, ports } = await atProvider(one, away)
  const both: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.select().from(payment).where(eq(payment.order_id, one.order.id)).for('update')
    both.push(prepareTransferFile(one.admin, { pay_on: '2026-11-24' }))
    await waitForLockWaiters(database, 1)
    both.push(refund(one, how, ports))
    for (const each of both) each.catch(() => {})
    await waitForLockWaiters(database, 2)
  })
  const [file, other] = await Promise.allSettled(both)
  expect(file).toMatchObject({ status: 'fulfilled' })
  expect(other).toMatchObject({ status: 'rejected', reason: refused('ERROR_CHANGED_MEANWHILE') })
  expect([asked, await states(), (await paidOf(one)).repaid_amount]).toEqual([[], ['filed'], 0])
})

test('a file that was taken may be at the bank: only another person drops it, with a reason', async () => {
  const one = await owing()
  const { id, other } = await filed(one)
  const seen = async (by: typeof other) => (await showBankRefunds(by, {})).files[0]
  expect(await seen(one.admin)).toMatchObject({ is_taken: false, may_drop: true })
  await downloadTransferFile(one.admin, { id })
  expect(await seen(one.admin)).toMatchObject({ is_taken: true, may_drop: false })
  await expect(discardTransferFile(one.admin, { id, reason: '渡していない' })).rejects.toMatchObject(
    refused('ERROR_BANK_REFUND_STATE'),
  )
  await expect(discardTransferFile(other, { id, reason: '' })).rejects.toMatchObject({ status: 422 })
  await discardTransferFile(other, { id, reason: '渡していない' })
  expect(await states()).toEqual(['given'])
})

test('one of which less is owed by now stays for a person, the others are booked', async () => {
  const [one, two] = [await owing(), await owing()]
  const { id, other } = await filed(one, two)
  const owe = (yen: number) =>
    db
      .update(payment)
      .set({ credited_amount: sql`${payment.credited_amount} + ${yen}` })
      .where(eq(payment.order_id, one.order.id))
  await owe(-500)
  await recordTransferFilePaid(one.admin, { id })
  expect(await states()).toEqual(['filed', 'paid'])
  expect((await showBankRefunds(other, {})).waiting).toMatchObject([
    { state: 'filed', reason: expect.stringContaining('¥500') },
  ])
  await owe(500)
  await recordTransferFilePaid(one.admin, { id })
  expect(await states()).toEqual(['paid', 'paid'])
  expect((await showBankRefunds(other, {})).waiting).toEqual([])
  expect(await entries()).toEqual([
    ['2026-11-21', 1_000],
    ['2026-11-21', 1_000],
  ])
  await expect(recordTransferFilePaid(one.admin, { id })).rejects.toMatchObject(refused('ERROR_BANK_REFUND_STATE'))
})

test('one that was not booked and came back takes nothing back in the books', async () => {
  const one = await owing()
  const { id } = await filed(one)
  const [row] = await db.select().from(bank_refund)
  await expect(recordReturnedTransfer(one.admin, { id: row!.id, reason: 'x' })).rejects.toMatchObject(
    refused('ERROR_BANK_REFUND_STATE'),
  )
  await db.update(payment).set({ credited_amount: 500 }).where(eq(payment.order_id, one.order.id))
  await recordTransferFilePaid(one.admin, { id })
  await recordReturnedTransfer(one.admin, { id: row!.id, reason: '口座がありません' })
  expect(await states()).toEqual(['returned'])
  expect([await entries(), (await paidOf(one)).repaid_amount]).toEqual([[], 0])
})

test('退会 waits for the money; who left before it was owed is not asked, and an account is erased with the order', async () => {
  const one = await owing()
  await submitRefundAccount(one.guest, { token: await tokenFor(one), account })
  const { shop_id, customer_id } = one.order
  const ctx = { ...one.guest, shop_id }
  expect(await db.transaction((tx) => beginWithdrawal(tx, ctx, { shop_id, customer_id }))).toBeInstanceOf(Date)
  await db.transaction(async (tx) => {
    const { before, subscriptions } = await lockWithdrawingMember(tx, ctx, { shop_id, customer_id })
    await endLockedMembership(tx, ctx, before, subscriptions)
  })
  const [member] = await db.select().from(customer).where(eq(customer.id, customer_id))
  await db.transaction((tx) => eraseFormerMemberData(tx, member!, new Date('2036-01-01')))
  expect((await db.select().from(bank_refund))[0]).toMatchObject({ state: 'withdrawn', sealed: null, masked: '' })
  await expect(tokenFor(one)).rejects.toMatchObject({
    ...refused('ERROR_ORDER_STATUS'),
    message: expect.stringContaining('連絡先がありません'),
  })
})
