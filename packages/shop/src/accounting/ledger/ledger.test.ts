import { ledger_entry } from '@kushi/db/schema/ledger'
import { moved_row } from '@kushi/db/schema/move-in'
import { order_credit, order_credit_item, order_item, order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { settlement_term } from '@kushi/db/schema/settlement'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { LedgerKind } from '@kushi/values/ledger'
import { SALES_DIVISION_NAME, type SalesDivision } from '@kushi/values/sales-report'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock, MemberContext } from '../../context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { findJournalDifferences } from '../../testing/journal-differences.ts'
import { journalFilesInMemory } from '../../testing/journal-files.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { downloadJournals, exportJournals } from '../journal/admin/journals.ts'
import { saveAccountingSettings, showAccountingSettings } from '../journal/admin/settings.ts'
import { exportLedgerEntries, listLedgerEntries } from './admin/entries.ts'
import { closeMonth, findMonthToClose, reopenMonth, showAccountingMonth } from './admin/month.ts'
import { exportSalesReport, showSalesReport } from './admin/report.ts'
import {
  bookAllSoldOrders,
  bookMissingOrders,
  bookMoneyReceived,
  bookOrdersInLedger,
  findLedgerDifferences,
  findUnbookedOrders,
} from './book.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const

let clock: ReturnType<typeof testClock>
beforeEach(async () => {
  clock = testClock('2026-11-21')
  await emptyTables(
    db.$client,
    'ledger_entry, closing_event, sales_basis, journal_export, settlement_term, subscription, orders, outbox, moved_row',
    {
      restart: true,
    },
  )
})

// Whatever happened: a month's page and its journals say the same.
afterEach(async () => {
  expect((await findJournalDifferences(await accountant())).wrong).toEqual([])
})

const buyer = async (): Promise<MemberContext> => {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, clock: clock as Clock })
}
const accountant = () => operatorContext(db, 'manager', { clock, ports: { journal_file: journalFilesInMemory() } })
/** Paid at the door: 純椿油 30mL. */
const bought = async (ctx: MemberContext) => {
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: null })),
  )
  return order_no
}
const entries = () => db.select().from(ledger_entry).orderBy(asc(ledger_entry.id))
const orderRow = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
async function differences() {
  const found = []
  for await (const each of findLedgerDifferences(testContext(db))) found.push(each)
  return found
}

test('a parcel that leaves is a sale, by kind and rate, in its transaction; お届け済み adds nothing', async () => {
  const ctx = await buyer()
  const order_no = await bought(ctx)
  expect(await entries()).toEqual([])
  await shipOrder(ctx, { order_no, ...parcel })
  const order = await orderRow(order_no)
  const booked = await entries()
  const sum = (kind: LedgerKind) =>
    booked.filter((one) => one.kind === kind).reduce((total, { amount }) => total + amount, 0)
  expect(sum('sale')).toBe(order.subtotal)
  expect(sum('discount')).toBe(0 - order.discount_amount)
  expect(sum('delivery_fee')).toBe(order.delivery_fee)
  expect(sum('payment_fee')).toBe(order.payment_fee)
  expect(booked.reduce((total, { amount }) => total + amount, 0)).toBe(order.payment_total)
  expect(booked.every(({ day, happened_on }) => day === '2026-11-21' && happened_on === day)).toBe(true)
  await markParcelsDelivered(ctx, { order_no })
  expect(await entries()).toEqual(booked)
  expect(await differences()).toEqual([])
})

test('booking again, alone or ten times at once, changes nothing', async () => {
  const ctx = await buyer()
  const order_no = await bought(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  const { id } = await orderRow(order_no)
  const before = await entries()
  await db.delete(ledger_entry)
  await Promise.all(Array.from({ length: 10 }, () => db.transaction((tx) => bookOrdersInLedger(tx, ctx, [id]))))
  const strip = (all: typeof before) => all.map(({ id: _, ...rest }) => rest)
  expect(strip(await entries())).toEqual(strip(before))
})

test('the check names what is missing and what is wrong; an upgraded shop is filled once', async () => {
  const ctx = await buyer()
  const order_no = await bought(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  await db.update(ledger_entry).set({ amount: 1, tax: 0 }).where(eq(ledger_entry.kind, 'sale'))
  expect(await differences()).toMatchObject([
    { expected: expect.stringContaining('sale'), booked: expect.stringContaining(' 1 ') },
  ])
  await db.delete(ledger_entry)
  expect((await differences()).every(({ booked }) => booked === null)).toBe(true)
  // A sale after the upgrade is booked before the job runs.
  await shipOrder(ctx, { order_no: await bought(ctx), ...parcel, tracking_no: '223456789011' })
  expect(await bookMissingOrders(ctx)).toBe(2)
  expect(await differences()).toEqual([])
  expect(await bookMissingOrders(ctx)).toBe(0)
})

test('売掛金 of a month by way to pay: what was open, what it brought, what is open; each month begins where the last one ended', async () => {
  const ctx = await buyer()
  const order_no = await bought(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  const { id, payment_total } = await orderRow(order_no)
  const money = { order_id: id, provider: 'yamato', tax_rate: null, tax: 0, payment_method_id: null } as const
  await db.transaction((tx) =>
    bookMoneyReceived(tx, ctx, [
      { ...money, day: '2026-12-03', kind: 'received', amount: payment_total, cause: 'settlement 1-1' },
      { ...money, day: '2026-12-03', kind: 'provider_fee', amount: 330, cause: 'settlement 1-1' },
    ]),
  )
  const admin = await accountant()
  const none = {
    ...{
      payment_method_id: null,
      carrier: 'yamato',
      before: 0,
      sold: 0,
      returned: 0,
      refunded: 0,
      received: 0,
      after: 0,
    },
    ...{ owed: 0, overdue: 0, older: 0 },
  }
  const of = async (month: string) => (await showAccountingMonth(admin, { month })).receivables
  expect(await of('2026-10-01')).toEqual([])
  expect(await of('2026-11-01')).toEqual([{ ...none, sold: payment_total, after: payment_total }])
  expect(await of('2026-12-01')).toEqual([{ ...none, before: payment_total, received: -payment_total }])
})

test('売掛金 at a month’s end: 代引 by carrier, what is owed apart, what is late by its term; each opens its rows, and a closed month keeps it', async () => {
  const ctx = await buyer()
  const [late, young, twice] = [await bought(ctx), await bought(ctx), await bought(ctx)]
  await shipOrder(ctx, { order_no: late, ...parcel })
  await shipOrder(ctx, { order_no: twice, carrier: 'sagawa', tracking_no: '323456789010' })
  clock.move(29)
  await shipOrder(ctx, { order_no: young, ...parcel, tracking_no: '223456789011' })
  const paid = await orderRow(twice)
  const money = { order_id: paid.id, provider: 'sagawa', tax_rate: null, tax: 0, payment_method_id: null } as const
  await db.transaction((tx) =>
    bookMoneyReceived(tx, ctx, [
      { ...money, day: '2026-12-03', kind: 'received', amount: paid.payment_total + 500, cause: 'settlement 1-1' },
    ]),
  )
  const term = { shop_id: ctx.shop_id, fee_tax: 'included', pays_within_days: 30 } as const
  await db.insert(settlement_term).values([
    { ...term, provider: 'yamato', from_day: '2026-11-01' },
    { ...term, provider: 'sagawa', from_day: '2026-11-01' },
  ])
  const admin = await accountant()
  const [{ payment_total }, other] = [await orderRow(late), await orderRow(young)]
  const december = await showAccountingMonth(admin, { month: '2026-12-01' })
  const total = payment_total + other.payment_total
  expect(december.receivables).toMatchObject([
    { carrier: 'sagawa', after: -500, owed: 500, overdue: 0 },
    { carrier: 'yamato', after: total, owed: 0, overdue: payment_total, older: 0 },
  ])
  const counted = december.checks.filter(({ path }) => path.startsWith('/ledger?balance='))
  expect(counted.map(({ count }) => count)).toEqual([1, 0, 1])
  const opened = async (path: string) =>
    (await listLedgerEntries(admin, parseListQuery('GET /admin/v1/ledger', path.split('?')[1]))).items.map(
      ({ order_no }) => order_no,
    )
  expect(new Set(await opened(counted[0]!.path))).toEqual(new Set([late]))
  expect(new Set(await opened(counted[2]!.path))).toEqual(new Set([twice]))
  expect(new Set(await opened(`/ledger?carrier=sagawa`))).toEqual(new Set([twice]))
  // What is owed is what a payment brought beyond what is left of the sale, booked or not.
  const owing = async () =>
    (await showAccountingMonth(admin, { month: '2026-12-01' })).checks.find(({ path }) => path.includes('is_owed'))
  expect(await owing()).toMatchObject({ count: 0 })
  const { id: still } = await orderRow(young)
  await db
    .update(payment)
    .set({ state: 'captured', captured_amount: sql`amount`, credited_amount: 500 })
    .where(eq(payment.order_id, still))
  expect(await owing()).toMatchObject({ count: 1, path: '/orders?is_owed=true&created_at_to=2026-12-31' })
  // At the end of November nothing was late, and nothing of December is asked of it.
  const november = await showAccountingMonth(admin, { month: '2026-11-01' })
  expect(november.receivables.map(({ owed, overdue }) => [owed, overdue])).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(november.checks.filter(({ path }) => path.startsWith('/ledger?')).every(({ count }) => count === 0)).toBe(true)
  // What was sold before payouts were watched is told, never hidden.
  await db.update(settlement_term).set({ from_day: '2026-12-01' })
  const later = await showAccountingMonth(admin, { month: '2026-12-01' })
  expect(later.receivables.find(({ carrier }) => carrier === 'yamato')).toMatchObject({
    overdue: 0,
    older: payment_total,
  })
  expect(later.checks.filter(({ path }) => path.startsWith('/ledger?')).map(({ count }) => count)).toEqual([0, 1, 1])
})

test('an order that was moved in is in no book, and no question asks for it; its return is money that was given back', async () => {
  const ctx = await buyer()
  const order_no = await bought(ctx)
  const old = new Date('2024-05-10T03:00:00Z')
  const { id } = await orderRow(order_no)
  await shipOrder(ctx, { order_no, ...parcel })
  await markParcelsDelivered(ctx, { order_no })
  await db.delete(ledger_entry)
  await db.update(orders).set({ created_at: old }).where(eq(orders.id, id))
  await db.update(order_status_event).set({ created_at: old }).where(eq(order_status_event.order_id, id))
  await db
    .insert(moved_row)
    .values({ shop_id: ctx.shop_id, kind: 'order', foreign_no: 'A-1', row_id: id, created_at: old })
  expect(await differences()).toEqual([])
  expect(await findUnbookedOrders(ctx)).toMatchObject({ orders: 0 })
  expect(await bookAllSoldOrders(testContext(db, { clock }))).toBe(1)
  expect(await bookMissingOrders(testContext(db, { clock }))).toBe(0)
  expect(await entries()).toEqual([])
  const line = { order_item_id: (await db.select().from(order_item).where(eq(order_item.order_id, id)))[0]!.id }
  const [credit] = await db
    .insert(order_credit)
    .values({
      shop_id: ctx.shop_id,
      order_id: id,
      kind: 'return',
      amount: 1320,
      tax_lines: [],
      note: '',
      ...ctx.actor,
      created_at: clock.now(),
    })
    .returning()
  await db.insert(order_credit_item).values({
    ...{ shop_id: ctx.shop_id, order_credit_id: credit!.id, kind: 'goods', quantity: 1, ...line },
    ...{ amount: 1320, tax_rate: 10, restocked: false },
  })
  await db.transaction((tx) => bookOrdersInLedger(tx, ctx, [id]))
  expect(await entries()).toMatchObject([{ kind: 'refund', amount: 1320, tax: 0, day: '2026-11-21' }])
  expect(await differences()).toEqual([])
  const admin = await accountant()
  expect(await findMonthToClose(admin, {})).toEqual({ month: '2026-11-01' })
  const { rows } = await showSalesReport(admin, { basis: 'ordered', by: 'month', from: '2024-01-01', to: '2026-12-31' })
  expect(rows).toEqual([])
  // There never was a 売掛金 of it: the bank pays against an account of its own.
  expect((await showAccountingMonth(admin, { month: '2026-11-01' })).receivables).toEqual([])
  expect((await findJournalDifferences(admin)).accounts).toEqual({ 普通預金: -1320, 売上値引高: 1320 })
})

test('what an older server ships beside this one is booked in the next night, and before its month is closed', async () => {
  const ctx = await buyer()
  await shipOrder(ctx, { order_no: await bought(ctx), ...parcel })
  const later = await orderRow(await bought(ctx))
  await shipOrder(ctx, { order_no: later.order_no, ...parcel, tracking_no: '223456789011' })
  await db.delete(ledger_entry).where(eq(ledger_entry.order_id, later.id))
  expect(await findUnbookedOrders(ctx)).toEqual({ orders: 1, oldest: later.id })
  expect(await bookMissingOrders(testContext(db, { clock }))).toBe(1)
  expect(await findUnbookedOrders(ctx)).toEqual({ orders: 0, oldest: null })
  await db.delete(ledger_entry).where(eq(ledger_entry.order_id, later.id))
  clock.move(11)
  await closeMonth(await accountant(), { month: '2026-11-01' })
  expect(await differences()).toEqual([])
  expect((await entries()).every(({ day }) => day === '2026-11-21')).toBe(true)
})

test('着荷基準 from a month on: a parcel that leaves then is a sale when it is received', async () => {
  const admin = await accountant()
  const settings = await showAccountingSettings(admin, {})
  const accounts = [...settings.accounts, settings.accounts[0]!]
  await expect(saveAccountingSettings(admin, { ...settings, accounts, basis: undefined })).rejects.toMatchObject({
    status: 422,
  })
  await saveAccountingSettings(admin, { ...settings, basis: { from_day: '2026-11-01', basis: 'received' } })
  const ctx = await buyer()
  const order_no = await bought(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  expect(await entries()).toEqual([])
  clock.move(2)
  await markParcelsDelivered(ctx, { order_no })
  expect((await entries()).every(({ day }) => day === '2026-11-23')).toBe(true)
  expect(await differences()).toEqual([])
})

test('a closed month stays as it is: a later event of it counts in the open one; opening needs the last', async () => {
  const ctx = await buyer()
  const order_no = await bought(ctx)
  const late = await bought(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  const admin = await accountant()
  const month = '2026-11-01'
  const toClose = async () => (await findMonthToClose(admin, {})).month
  expect(await toClose()).toBe(month)
  await expect(closeMonth(admin, { month })).rejects.toMatchObject({ error: 'ERROR_MONTH_STATE' })
  clock.move(15)
  expect(await showAccountingMonth(admin, { month })).toMatchObject({ is_closed: false, may_close: true })
  // Nothing was sold before: a month without books closes none.
  for (const early of ['2026-10-01', '1999-01-01']) {
    await expect(closeMonth(admin, { month: early })).rejects.toMatchObject({ error: 'ERROR_MONTH_STATE' })
    expect(await showAccountingMonth(admin, { month: early })).toMatchObject({ may_close: false })
  }
  clock.move(60)
  expect([clock.today().slice(0, 7), await toClose()]).toEqual(['2027-02', month])
  clock.move(-60)
  await closeMonth(admin, { month })
  expect(await toClose()).toBe('2026-12-01')
  const closed = await showAccountingMonth(admin, { month })
  expect(closed).toMatchObject({ is_closed: true, may_close: false, closed_by: expect.any(String) })
  await expect(closeMonth(admin, { month })).rejects.toMatchObject({ error: 'ERROR_MONTH_STATE' })
  // Its parcel left in November, but is written down only now.
  await shipOrder(
    { ...ctx, clock: testClock('2026-11-30') },
    { order_no: late, ...parcel, tracking_no: '223456789011' },
  )
  const { id } = await orderRow(late)
  const booked = (await entries()).filter((one) => one.order_id === id)
  expect(booked.length).toBeGreaterThan(0)
  expect(booked.every(({ day, happened_on }) => day === '2026-12-01' && happened_on === '2026-11-30')).toBe(true)
  expect((await showAccountingMonth(admin, { month })).sums).toEqual(closed.sums)
  expect(await differences()).toEqual([])
  await reopenMonth(admin, { month, decision_reason: '計上もれ' })
  expect(await toClose()).toBe(month)
  expect(await showAccountingMonth(admin, { month })).toMatchObject({ is_closed: false, may_close: true })
})

test('journals balance with the month, are taken twice only if one says so, and are given out again byte by byte', async () => {
  const ctx = await buyer()
  for (const tracking_no of ['123456789012', '223456789011'])
    await shipOrder(ctx, { order_no: await bought(ctx), ...parcel, tracking_no })
  const admin = await accountant()
  const month = '2026-11-01'
  const make = (again: boolean) => exportJournals(admin, { month, program: 'yayoi', grain: 'day', again })
  const bytes = async ({ content }: Awaited<ReturnType<typeof make>>) => {
    const parts = []
    for await (const part of content) parts.push(part)
    return Buffer.concat(parts).toString()
  }
  // Of several presses at once one makes it.
  const at_once = await Promise.allSettled([make(false), make(false), make(false)])
  const made = at_once.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(1)
  const first = await bytes(made[0]!)
  const slips = JSON.parse(first)
  const { sums, exports } = await showAccountingMonth(admin, { month })
  const total = sums.reduce((all, { amount }) => all + amount, 0)
  expect(slips).toHaveLength(1)
  expect(exports).toMatchObject([{ program: 'yayoi', slips: 1, debit: total, is_final: false }])
  await expect(make(false)).rejects.toMatchObject({ error: 'ERROR_JOURNALS_TAKEN' })
  expect(await bytes(await downloadJournals(admin, { id: exports[0]!.id }))).toBe(first)
  await expect(
    exportJournals(admin, { month: '2026-10-01', program: 'yayoi', grain: 'day', again: false }),
  ).rejects.toMatchObject({ status: 404 })
  await make(true)
  expect((await showAccountingMonth(admin, { month })).exports).toHaveLength(2)
})

test('勘定奉行 takes accounts by code: those without one are named, and nothing is kept', async () => {
  const ctx = await buyer()
  await shipOrder(ctx, { order_no: await bought(ctx), ...parcel })
  const admin = await accountant()
  const make = () => exportJournals(admin, { month: '2026-11-01', program: 'obc', grain: 'day', again: false })
  await expect(make()).rejects.toMatchObject({
    fields: [{ path: 'program', message: expect.stringMatching(/: 売上高、売掛金$/) }],
  })
  expect((await showAccountingMonth(admin, { month: '2026-11-01' })).exports).toEqual([])
  const settings = await showAccountingSettings(admin, {})
  const accounts = settings.accounts.map(
    ({ part, payment_method_id, account, sub_account, department, sub_code }, n) => ({
      part,
      payment_method_id,
      account,
      sub_account,
      department,
      sub_code,
      code: String(100 + n),
    }),
  )
  await saveAccountingSettings(admin, { accounts, tax_words: settings.tax_words })
  await make()
  expect((await showAccountingMonth(admin, { month: '2026-11-01' })).exports).toMatchObject([{ program: 'obc' }])
})

test('each figure opens its rows: the list by day, kind, rate and way to pay, and its CSV', async () => {
  const ctx = await buyer()
  await shipOrder(ctx, { order_no: await bought(ctx), ...parcel })
  await bookAllSoldOrders(ctx)
  const admin = await accountant()
  const query = { sort: '-day', per_page: 50, day_from: '2026-11-01', day_to: '2026-11-30' }
  const all = await entries()
  expect((await listLedgerEntries(admin, query)).items).toHaveLength(all.length)
  expect((await listLedgerEntries(admin, { ...query, kind: ['sale'], payment_method_id: ['0'] })).items).toHaveLength(1)
  expect((await listLedgerEntries(admin, { ...query, payment_method_id: ['1'] })).items).toEqual([])
  expect((await listLedgerEntries(admin, { ...query, tax_rate: ['0'] })).items).toEqual([])
  const { content } = await exportLedgerEntries(admin, { filter: { sort: '-day' }, encoding: 'utf-8' })
  let text = ''
  for await (const part of content) text += Buffer.from(part).toString()
  expect(text.trim().split('\r\n')).toHaveLength(all.length + 1)
})

test('the report has the same sum whatever its rows stand for, on both bases, and its links find what they count', async () => {
  const ctx = await buyer()
  const sent = await bought(ctx)
  await bought(ctx)
  await shipOrder(ctx, { order_no: sent, ...parcel })
  const admin = await accountant()
  const order = await orderRow(sent)
  for (const basis of ['sold', 'ordered'] as const) {
    const expected = basis === 'sold' ? order.payment_total : order.payment_total * 2
    for (const by of Object.keys(SALES_DIVISION_NAME) as SalesDivision[]) {
      const asked = { basis, by, from: '2026-11-01', to: '2026-11-30' }
      const { rows } = await showSalesReport(admin, asked)
      const sum = (name: 'amount' | 'amount_10' | 'amount_8' | 'tax') => rows.reduce((all, row) => all + row[name], 0)
      expect([basis, by, sum('amount'), sum('amount_10') + sum('amount_8')]).toEqual([basis, by, expected, expected])
      expect(sum('tax')).toBe(basis === 'sold' ? order.tax_total : order.tax_total * 2)
      if (basis !== 'sold' || by === 'product') continue
      for (const { path, amount } of rows) {
        const listed = await listLedgerEntries(admin, parseListQuery('GET /admin/v1/ledger', path.split('?')[1]))
        expect([path, listed.items.reduce((all, one) => all + one.amount, 0)]).toEqual([path, amount])
      }
    }
  }
  const { content } = await exportSalesReport(admin, {
    basis: 'sold',
    by: 'tax_rate',
    from: '2026-11-01',
    to: '2026-11-30',
    encoding: 'utf-8',
  })
  let text = ''
  for await (const part of content) text += new TextDecoder().decode(part)
  expect(text.split('\r\n')[1]).toMatch(/^10%,1,\d+,0,\d+,\d+,売上\(計上日\),2026-11-01〜2026-11-30,2026-11-21/)
  await expect(
    showSalesReport(admin, { basis: 'sold', by: 'day', from: '2026-11-02', to: '2026-11-01' }),
  ).rejects.toMatchObject({ status: 422 })
})
