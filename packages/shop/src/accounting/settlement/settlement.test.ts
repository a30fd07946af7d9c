import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { settlement_file, settlement_line } from '@kushi/db/schema/settlement'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import type { LedgerKind } from '@kushi/values/ledger'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { findJournalDifferences } from '../../testing/journal-differences.ts'
import { journalFilesInMemory } from '../../testing/journal-files.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { exportJournals } from '../journal/admin/journals.ts'
import { showAccountingMonth } from '../ledger/admin/month.ts'
import { findLedgerDifferences } from '../ledger/book.ts'
import { listSettlementClaims, loadSettlementTasks, showSettlement } from './admin/claims.ts'
import { showSettlementDays } from './admin/days.ts'
import {
  assignSettlementColumns,
  chooseSettlementHeaderRow,
  deleteSettlementFile,
  uploadSettlementFile,
} from './admin/files.ts'
import { listSettlementLines, resolveSettlementLine } from './admin/lines.ts'
import { revertSettlementFile } from './admin/revert-settlement-file.ts'
import { processSettlementFiles } from './process-settlement-files.ts'
import { encodeJisX0201 } from './rules/zengin.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let clock: ReturnType<typeof testClock>
let admin: OperatorContext
let parcel = 0
beforeEach(async () => {
  clock = testClock('2026-11-21')
  await emptyTables(
    db.$client,
    'settlement_file, settlement_line, settlement_layout, settlement_payout, settlement_term, ledger_entry, closing_event, journal_export, orders, outbox',
    { restart: true },
  )
  admin = await operatorContext(db, 'manager', {
    clock,
    log: { info() {}, warn() {}, error: (given: object) => console.error(given) },
    ports: { journal_file: journalFilesInMemory() },
  })
})

// Whatever was paid and decided: a month's page and its journals say the same.
afterEach(async () => {
  expect((await findJournalDifferences(admin)).wrong).toEqual([])
})

/** A 代引 parcel of ヤマト that arrived: its carrier holds the money. */
async function collected(): Promise<{ order_no: string; tracking_no: string; amount: number; id: number }> {
  const [customer_id] = await insertMembers(db, 1)
  const ctx = testContext(db, { customer_id: customer_id!, clock })
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: null })),
  )
  const tracking_no = String(400_000_000_000 + ++parcel * 7)
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no })
  await markParcelsDelivered(ctx, { order_no })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { order_no, tracking_no, amount: order!.payment_total, id: order!.id }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (text: string, name = 'file.csv') => uploadSettlementFile(admin, { name, content: bytes(text) })
const COD = '伝票番号,代引金額,手数料,振込日'
const columns = { tracking_no: '伝票番号', amount: '代引金額', fee: '手数料', paid_on: '振込日' }
/** Takes a file of ヤマト in, with its columns assigned if they are asked. */
async function take(lines: string[], name = 'yamato.csv') {
  const file = await put([COD, ...lines].join('\r\n'), name)
  if (file.state === 'asking')
    await assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns, paid_on: null })
  await processSettlementFiles(admin)
  const [row] = await db.select().from(settlement_file).where(eq(settlement_file.id, file.id))
  return row!
}
const lines = () => db.select().from(settlement_line).orderBy(asc(settlement_line.id))
const sumOf = async (kind: LedgerKind) =>
  (await db.select().from(ledger_entry).where(eq(ledger_entry.kind, kind))).reduce((all, { amount }) => all + amount, 0)
const show = () => showSettlement(admin, {})

test('代引: columns are asked once; each line settles its order; the books have the bank to the yen', async () => {
  const [first, second] = [await collected(), await collected()]
  const file = await put([COD, `${first.tracking_no},${first.amount},330,2026/11/30`].join('\n'))
  expect(file).toMatchObject({ state: 'asking', asked: { columns, is_known: false } })
  await assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns, paid_on: null })
  await processSettlementFiles(admin)
  expect(await take([`${second.tracking_no},${second.amount},330,2026/11/30`])).toMatchObject({
    state: 'done',
    row_count: 1,
  })
  expect(await lines()).toMatchObject([
    { state: 'matched', order_id: first.id, amount: first.amount, fee: 330 },
    { state: 'matched', order_id: second.id },
  ])
  expect(await sumOf('received')).toBe(first.amount + second.amount)
  expect(await sumOf('provider_fee')).toBe(660)
  expect(await show()).toMatchObject({
    open_lines: 0,
    suspense: 0,
    balances: [],
    payouts: [
      { net: second.amount - 330, is_banked: false },
      { net: first.amount - 330, is_banked: false },
    ],
  })
  expect((await db.select().from(payment)).every((one) => one.settled_amount === one.captured_amount)).toBe(true)
  const differences = []
  for await (const each of findLedgerDifferences(admin)) differences.push(each)
  expect(differences).toEqual([])
})

test('lines before the heads are passed over: the heads are the line with the most known words', async () => {
  const { tracking_no, amount } = await collected()
  const file = await put(
    ['代引 精算のお知らせ,,', '契約番号,お客様名', '123,椿野', COD, `${tracking_no},${amount},330,2026/11/30`].join(
      '\n',
    ),
  )
  expect(file).toMatchObject({ state: 'asking', asked: { columns, heads: COD.split(',') } })
  await assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns, paid_on: null })
  await processSettlementFiles(admin)
  expect(await lines()).toMatchObject([{ state: 'matched', row: 5, amount }])
})

test('a person says which line has the heads: the file is read there, and the next one like it by itself', async () => {
  const { tracking_no, amount } = await collected()
  const decoy = '手数料,振込日,代引金額,お問合せ番号'
  const own = '荷番,お金,引く,いつ'
  const row = `${tracking_no},${amount},330,2026/11/30`
  const file = await put([decoy, 'なし,なし,なし,なし', own, row].join('\n'))
  expect(file).toMatchObject({ state: 'asking', asked: { heads: decoy.split(',') } })
  expect(file.asked!.lines[2]).toEqual(own.split(','))
  await expect(chooseSettlementHeaderRow(admin, { id: file.id, head_row: 9 })).rejects.toMatchObject({ status: 422 })
  // Who chose a wrong one can choose again, also a later one.
  const wrong = await chooseSettlementHeaderRow(admin, { id: file.id, head_row: 2 })
  expect(wrong.asked).toMatchObject({ heads: ['なし', 'なし(2)', 'なし(3)', 'なし(4)'], lines: file.asked!.lines })
  const chosen = await chooseSettlementHeaderRow(admin, { id: file.id, head_row: 3 })
  expect(chosen).toMatchObject({
    state: 'asking',
    asked: { heads: own.split(','), rows: [row.split(',')], is_known: false },
  })
  const named = { tracking_no: '荷番', amount: 'お金', fee: '引く', paid_on: 'いつ' }
  await assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns: named, paid_on: null })
  await processSettlementFiles(admin)
  expect(await lines()).toMatchObject([{ state: 'matched', row: 4, amount, fee: 330 }])
  await expect(chooseSettlementHeaderRow(admin, { id: file.id, head_row: 1 })).rejects.toMatchObject({ status: 404 })
  const next = await collected()
  await put([decoy, 'x,なし,なし,なし', own, `${next.tracking_no},${next.amount},330,2026/11/30`].join('\n'))
  await processSettlementFiles(admin)
  expect(await lines()).toMatchObject([{ state: 'matched' }, { state: 'matched', order_id: next.id }])
})

test('the same file changes nothing; a file that repeats its lines takes in only the new ones', async () => {
  const [first, second] = [await collected(), await collected()]
  const line = `${first.tracking_no},${first.amount},330,2026/11/30`
  await take([line])
  await expect(put([COD, line].join('\r\n'))).rejects.toMatchObject({ status: 409, error: 'ERROR_SETTLEMENT_TAKEN' })
  const more = await take([line, `${second.tracking_no},${second.amount},330,2026/11/30`])
  expect(more).toMatchObject({ state: 'done', known_rows: 1 })
  expect(await lines()).toHaveLength(2)
  expect(await sumOf('received')).toBe(first.amount + second.amount)
})

test('a process that dies in between continues: nothing is taken twice', async () => {
  const all = [await collected(), await collected(), await collected()]
  const file = await take(all.map(({ tracking_no, amount }) => `${tracking_no},${amount},330,2026/11/30`))
  const before = await db.select().from(ledger_entry)
  await db.update(settlement_file).set({ state: 'reading', done_rows: 0, claimed_until: null })
  await processSettlementFiles(admin)
  expect(await db.select().from(ledger_entry)).toEqual(before)
  expect((await db.select().from(settlement_file))[0]).toMatchObject({ id: file.id, state: 'done', known_rows: 0 })
})

test.each([
  ['an amount', ['123456789012,五千,330,2026/11/30'], { row: 2, head: '代引金額' }],
  ['a day', ['123456789012,5000,330,11月末'], { row: 2, head: '振込日' }],
  ['a cut row', ['123456789012,5000,330,2026/11/30', '123456789013,50'], { row: 3 }],
  [
    'a total that does not add up',
    ['123456789012,5000,330,2026/11/30', '合計,9000,330,'],
    { row: 3, head: '代引金額' },
  ],
  ['no line', [], { row: 1 }],
])('a damaged file is refused by line and column and changes nothing: %s', async (_, rows, fault) => {
  const { tracking_no, amount } = await collected()
  const good = rows.length === 0 ? [] : [`${tracking_no},${amount},330,2026/11/30`]
  const found = await take([...rows, ...good])
  expect(found).toMatchObject({ state: 'refused', fault })
  expect(await lines()).toEqual([])
  expect(await sumOf('received')).toBe(0)
  await deleteSettlementFile(admin, { id: found.id })
  expect(await db.select().from(settlement_file)).toEqual([])
})

test('columns that could not be read are asked for again; those of a file that was taken in outlive a damaged one', async () => {
  const { tracking_no, amount } = await collected()
  const good = `${tracking_no},${amount},330,2026/11/30`
  const first = await put([COD, good].join('\n'))
  const wrong = { ...columns, amount: '振込日', paid_on: '代引金額' }
  await assignSettlementColumns(admin, { id: first.id, provider: 'yamato', columns: wrong, paid_on: null })
  await processSettlementFiles(admin)
  expect((await show()).files).toMatchObject([{ state: 'refused' }])
  expect(await take([good])).toMatchObject({ state: 'done' })
  expect(await take(['123456789012,五千,330,2026/11/30'])).toMatchObject({
    state: 'refused',
    columns: { amount: ['代引金額'] },
  })
  expect(await put([COD, '123456789012,500,0,2026/11/30'].join('\n'))).toMatchObject({ state: 'reading', asked: null })
})

test('in and out exchanged: the file is refused where its balances say so, and asks for its columns again', async () => {
  const heads = '操作の日,ことば,預けた額,払った額,残り'
  const assigned = { paid_on: '操作の日', amount: '払った額', withdrawal: '預けた額', bank_balance: '残り' }
  const rows = ['2026/11/01,ヤマト,100,,1100', '2026/11/02,ヤチン,,50,1050', '2026/11/03,ヤマト,7,,1057']
  const file = await put([heads, ...rows].join('\n'))
  await assignSettlementColumns(admin, { id: file.id, provider: 'bank', columns: assigned, paid_on: null })
  await processSettlementFiles(admin)
  expect((await show()).files).toMatchObject([{ state: 'refused', fault: { message: expect.stringContaining('逆') } }])
  expect(await lines()).toEqual([])
  expect(await put([heads, ...rows, '2026/11/04,ヤマト,1,,1058'].join('\n'))).toMatchObject({ state: 'asking' })
})

test.each([
  ['an encoding', new Uint8Array([...bytes('伝票番号,金額\n1,2\n'), 0xff, 0xfe, 0x81, 0x0a]), '3行目の1列目'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]), '文字'],
  ['one column', bytes('こんにちは\nさようなら\n'), '見出し'],
])('what is no table is refused at once: %s', async (_, content, message) => {
  await expect(uploadSettlementFile(admin, { name: 'x.csv', content })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(message),
  })
  expect(await db.select().from(settlement_file)).toEqual([])
})

test('what does not fit has a reason; each way to deal with it leaves the bank as it is', async () => {
  const [short, other, twice] = [await collected(), await collected(), await collected()]
  await take([
    `${short.tracking_no},${short.amount - 100},330,2026/11/30`,
    `999999999999,${other.amount},330,2026/11/30`,
    `${twice.tracking_no},${twice.amount},330,2026/11/30`,
    `${twice.tracking_no},${twice.amount},331,2026/11/30`,
    `888888888888,500,0,2026/11/30`,
  ])
  const open = await listSettlementLines(
    admin,
    parseListQuery('GET /admin/v1/settlement-lines', 'state=open&sort=created_at'),
  )
  expect(open.items.map(({ reason }) => reason)).toEqual(['amount_differs', 'not_found', 'paid_twice', 'not_found'])
  const bank = async () =>
    (await sumOf('received')) + (await sumOf('suspense')) - (await sumOf('provider_fee')) - (await sumOf('difference'))
  const before = await bank()
  expect(await sumOf('suspense')).toBe(other.amount + twice.amount + 500)
  const [differs, unknown, again, gift] = open.items.map(({ id }) => id)
  await expect(
    resolveSettlementLine(admin, { id: differs!, action: 'keep', order_no: '', note: '' }),
  ).rejects.toMatchObject({
    status: 409,
  })
  await expect(
    resolveSettlementLine(admin, { id: unknown!, action: 'assign', order_no: 'NONE', note: '' }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    resolveSettlementLine(admin, { id: again!, action: 'assign', order_no: twice.order_no, note: '' }),
  ).rejects.toMatchObject({ status: 422 })
  await resolveSettlementLine(admin, { id: differs!, action: 'accept', order_no: '', note: '確認' })
  await resolveSettlementLine(admin, {
    id: unknown!,
    action: 'assign',
    order_no: other.order_no.toLowerCase(),
    note: '',
  })
  await resolveSettlementLine(admin, { id: again!, action: 'keep', order_no: '', note: '問い合わせ中' })
  await resolveSettlementLine(admin, { id: gift!, action: 'accept', order_no: '', note: '' })
  await expect(
    resolveSettlementLine(admin, { id: gift!, action: 'accept', order_no: '', note: '' }),
  ).rejects.toMatchObject({
    status: 409,
  })
  expect(await bank()).toBe(before)
  expect(await sumOf('suspense')).toBe(twice.amount)
  expect(await sumOf('difference')).toBe(100 - 500)
  const held = await listSettlementClaims(admin, parseListQuery('GET /admin/v1/settlement-claims'))
  expect(held.items.map(({ order_no }) => order_no)).not.toContain(other.order_no)
  expect(await show()).toMatchObject({ open_lines: 0, suspense: twice.amount })
  // What was left as 仮受金 is decided on later.
  const kept = await listSettlementLines(admin, parseListQuery('GET /admin/v1/settlement-lines', 'state=kept'))
  expect(kept.items.map(({ id, note }) => [id, note])).toEqual([[again, '問い合わせ中']])
  await expect(
    resolveSettlementLine(admin, { id: again!, action: 'keep', order_no: '', note: '' }),
  ).rejects.toMatchObject({
    status: 409,
  })
  const late = await collected()
  await resolveSettlementLine(admin, { id: again!, action: 'assign', order_no: late.order_no, note: '' })
  expect([await sumOf('suspense'), await bank()]).toEqual([0, before])
})

test('what a carrier still holds is shown by account, and overdue after its days', async () => {
  const [paid, held] = [await collected(), await collected()]
  await take([`${paid.tracking_no},${paid.amount},330,2026/11/21`])
  expect((await show()).balances).toMatchObject([
    { provider: 'yamato', account: '', payments: 1, held: held.amount, overdue: 0, over: 0 },
  ])
  clock.move(60)
  expect((await show()).balances).toMatchObject([{ overdue: held.amount, overdue_payments: 1 }])
  const late = await listSettlementClaims(admin, parseListQuery('GET /admin/v1/settlement-claims', 'is_overdue=true'))
  expect(late.items).toMatchObject([{ order_no: held.order_no, held: held.amount }])
})

test('今日 names what is late and what fits nothing, as the lists have it', async () => {
  const [first, second] = [await collected(), await collected()]
  await take([`${first.tracking_no},${first.amount},330,2026/11/30`, '777777777777,500,0,2026/11/30'])
  expect(await loadSettlementTasks(admin)).toEqual({ overdue: 0, overdue_amount: 0, open_lines: 1 })
  clock.move(100)
  expect(await loadSettlementTasks(admin)).toEqual({ overdue: 1, overdue_amount: second.amount, open_lines: 1 })
  const late = await listSettlementClaims(admin, parseListQuery('GET /admin/v1/settlement-claims', 'is_overdue=true'))
  expect(late.items).toMatchObject([{ order_no: second.order_no }])
})

test('captured against arrived: by day and provider, in which payout it came, and what is missing', async () => {
  const [first, second] = [await collected(), await collected()]
  clock.move(1)
  const third = await collected()
  const a = await take([`${first.tracking_no},${first.amount},330,2026/11/30`], 'a.csv')
  const b = await take([`${third.tracking_no},${third.amount},330,2026/12/07`], 'b.csv')
  const { days } = await showSettlementDays(admin, { month: '2026-11-01' })
  const payout = (file: { id: number }, paid_on: string, { amount }: { amount: number }) => ({
    settlement_file_id: file.id,
    paid_on,
    lines: 1,
    amount,
    fee: 330,
  })
  const none = { provider: 'yamato', refunded: 0 }
  expect(days).toEqual([
    {
      ...none,
      day: '2026-11-21',
      payments: 2,
      captured: first.amount + second.amount,
      arrived: first.amount,
      missing: second.amount,
      missing_payments: 1,
      payouts: [payout(a, '2026-11-30', first)],
    },
    {
      ...none,
      day: '2026-11-22',
      payments: 1,
      captured: third.amount,
      arrived: third.amount,
      missing: 0,
      missing_payments: 0,
      payouts: [payout(b, '2026-12-07', third)],
    },
  ])
  // Each opens exactly its rows.
  const rows = async (query: string) =>
    (await listSettlementLines(admin, parseListQuery('GET /admin/v1/settlement-lines', query))).items.map(
      ({ order_id }) => order_id,
    )
  expect(await rows('captured_on_from=2026-11-21&captured_on_to=2026-11-21')).toEqual([first.id])
  const missing = await listSettlementClaims(
    admin,
    parseListQuery(
      'GET /admin/v1/settlement-claims',
      'provider=yamato&captured_at_from=2026-11-21&captured_at_to=2026-11-21',
    ),
  )
  expect(missing.items.map(({ order_id }) => order_id)).toEqual([second.id])
  await revertSettlementFile(admin, { id: a.id, decision_reason: 'x' })
  await processSettlementFiles(admin)
  expect((await showSettlementDays(admin, { month: '2026-11-01' })).days[0]).toMatchObject({
    arrived: 0,
    missing_payments: 2,
    payouts: [],
  })
  expect((await showSettlementDays(admin, { month: '2026-12-01' })).days).toEqual([])
  expect((await showSettlementDays({ ...admin, shop_id: 3 }, { month: '2026-11-01' })).days).toEqual([])
})

test('a bank’s statement shows the payouts, whichever file comes first', async () => {
  const [first, second] = [await collected(), await collected()]
  const statement = [
    '取引日,摘要,出金金額,入金金額,残高',
    `2026/12/01,ヤマト,,${first.amount - 330},1`,
    `2026/12/02,ヤマト,,${second.amount - 330 + 1},1`,
    '2026/12/02,家賃,5000,,1',
  ]
  await put(statement.join('\n'), 'bank.csv')
  await processSettlementFiles(admin)
  expect((await lines()).map(({ state, reason }) => [state, reason])).toEqual([
    ['open', 'no_payout'],
    ['open', 'no_payout'],
    ['noted', null],
  ])
  const file = await take([`${first.tracking_no},${first.amount},330,2026/11/30`])
  expect((await lines())[0]).toMatchObject({ state: 'matched', payout_file_id: file.id })
  expect((await show()).payouts).toMatchObject([{ is_banked: true }])
  await resolveSettlementLine(admin, { id: (await lines())[1]!.id, action: 'keep', order_no: '', note: '' })
  expect((await lines())[1]).toMatchObject({ state: 'noted' })
})

test.each([
  ['a line fits two payouts', 2, 1],
  ['two lines fit one payout', 1, 2],
])('%s: none is taken, whoever is first; with one of each it fits', async (_, payouts, deposits) => {
  const parcels = [await collected(), await collected()]
  for (const [n, { tracking_no, amount }] of parcels.slice(0, payouts).entries())
    await take([`${tracking_no},${amount},330,2026/11/30`], `${n}.csv`)
  const net = parcels[0]!.amount - 330
  const rows = Array.from({ length: deposits }, (_, n) => `2026/12/0${n + 1},ヤマト,,${net},${n + 1}`)
  await put(['取引日,摘要,出金金額,入金金額,残高', ...rows].join('\n'), 'bank.csv')
  await processSettlementFiles(admin)
  const banked = async () => (await show()).payouts.filter(({ is_banked }) => is_banked)
  const open = async () => (await lines()).filter(({ provider, state }) => provider === 'bank' && state === 'open')
  expect([(await banked()).length, (await open()).length]).toEqual([0, deposits])
  // A second line, or a second payout: still no one knows which is which.
  if (payouts === 2) await put(`取引日,摘要,出金金額,入金金額,残高\n2026/12/03,ヤマト,,${net},9`, 'more.csv')
  else await take([`${parcels[1]!.tracking_no},${parcels[1]!.amount},330,2026/11/30`], 'more.csv')
  await processSettlementFiles(admin)
  expect((await banked()).length).toBe(0)
  expect((await open()).length).toBe(2)
})

test('a balance that does not follow from what came and went is told, with its row', async () => {
  const heads = '取引日,摘要,出金金額,入金金額,残高'
  await put(
    [heads, '2026/11/01,ヤマト,,100,1100', '2026/11/02,ヤチン,50,,1050', '2026/11/04,ヤマト,,7,2000'].join('\n'),
  )
  await processSettlementFiles(admin)
  expect((await show()).files).toMatchObject([{ state: 'done', fault: { row: 4, head: '残高' } }])
  await put([heads, '2026/11/05,ヤマト,,100,2100', '2026/11/06,ヤチン,50,,2050'].join('\n'))
  await processSettlementFiles(admin)
  expect((await show()).files[0]).toMatchObject({ state: 'done', fault: null })
})

test('a bank’s statement of 200 signs is read beside CSV, and refused by record and place', async () => {
  const { tracking_no, amount } = await collected()
  await take([`${tracking_no},${amount},330,2026/11/30`])
  const n = (value: number, length: number) => String(value).padStart(length, '0')
  const statement = (stated: number) =>
    [
      `1030${'0'.repeat(18)}`,
      `2${n(1, 8)}081201081201111${n(amount - 330, 12)}${'0'.repeat(45)}${'YAMATO'.padEnd(48)}`,
      `8${n(1, 6)}${n(stated, 13)}${n(0, 6)}${n(0, 13)}1${n(0, 21)}`,
      `9${n(4, 10)}${n(1, 5)}`,
    ]
      .map((record) => record.padEnd(200))
      .join('\r\n')
  const cut = await put(statement(1), 'zengin.txt')
  await processSettlementFiles(admin)
  const [refused] = await db.select().from(settlement_file).where(eq(settlement_file.id, cut.id))
  expect(refused).toMatchObject({ state: 'refused', fault: { row: 3, head: '入金合計(8〜20桁目)' } })
  const read = await put(statement(amount - 330), 'zengin.txt')
  await processSettlementFiles(admin)
  expect((await lines()).at(-1)).toMatchObject({
    settlement_file_id: read.id,
    provider: 'bank',
    state: 'matched',
    party: 'YAMATO',
  })
  expect((await show()).payouts).toMatchObject([{ is_banked: true }])
})

/** 入出金取引明細 of one day, 2026-11-30: money that came, and from whom in half-width kana. */
function statement(lines: [amount: number, who: string][]): Uint8Array {
  const n = (value: number, length: number) => String(value).padStart(length, '0')
  const sum = lines.reduce((all, [amount]) => all + amount, 0)
  const records = [
    `1030${'0'.repeat(18)}`,
    ...lines.map(([amount, who]) => `2${n(1, 8)}081130081130111${n(amount, 12)}${'0'.repeat(45)}${who.padEnd(48)}`),
    `8${n(lines.length, 6)}${n(sum, 13)}${n(0, 6)}${n(0, 13)}1${n(0, 21)}`,
    `9${n(lines.length + 3, 10)}${n(1, 5)}`,
  ]
  return encodeJisX0201(records.map((record) => record.padEnd(200)).join('\r\n'))
}

test.each([[0, 1] as const, [1, 0] as const])(
  'a bank’s statement as CSV and in 全銀 form is one: %i before %i',
  async (first, second) => {
    const { tracking_no, amount } = await collected()
    await take([`${tracking_no},${amount},330,2026/11/30`])
    const csv = [
      '日付,摘要,入金金額,出金金額',
      `2026/11/30,振込 ヤマトコレクト,${amount - 330},`,
      '2026/11/30,振込 カ)ツバキ,500,',
      '2026/11/30,振込 カ)ツバキ,500,',
    ]
    const forms = [
      bytes(csv.join('\n')),
      statement([
        [amount - 330, 'ﾔﾏﾄｺﾚｸﾄ'],
        [500, 'ｶ)ﾂﾊﾞｷ'],
        [500, 'ｶ)ﾂﾊﾞｷ'],
      ]),
    ]
    const read = async (n: 0 | 1) => {
      const { id } = await uploadSettlementFile(admin, { name: `${n}`, content: forms[n]!.slice() })
      await processSettlementFiles(admin)
      const [row] = await db.select().from(settlement_file).where(eq(settlement_file.id, id))
      return row!
    }
    await read(first)
    const before = [await lines(), await show()] as const
    expect(before[0].map(({ state }) => state)).toEqual(['matched', 'matched', 'open', 'open'])
    expect(await read(second)).toMatchObject({ state: 'done', known_rows: 3 })
    expect(await lines()).toEqual(before[0])
    const { files: _, ...after } = await show()
    const { files: _f, ...was } = before[1]
    expect(after).toEqual(was)
    // A third of the same sum, and one from somebody else, are none of them.
    const more = statement([
      [500, 'ｶ)ﾂﾊﾞｷ'],
      [500, 'ｻﾄｳ'],
      [500, 'ｶ)ﾂﾊﾞｷ'],
      [500, 'ｶ)ﾂﾊﾞｷ'],
    ])
    await uploadSettlementFile(admin, { name: 'more', content: more.slice() })
    await processSettlementFiles(admin)
    expect((await lines()).slice(4).map(({ party, amount: yen }) => [party, yen])).toEqual([
      ['サトウ', 500],
      ['カ)ツバキ', 500],
    ])
  },
)

/** Rows of a bank's CSV: day, who, yen, and the balance after it. */
const bankFile = (isBalanced: boolean, ...rows: [day: string, who: string, yen: number, balance: number][]) =>
  [
    `日付,摘要,入金金額,出金金額${isBalanced ? ',残高' : ''}`,
    ...rows.map(([day, who, yen, balance]) => `2026/${day},${who},${yen},${isBalanced ? `,${balance}` : ''}`),
  ].join('\n')
const first = ['11/30', 'ヤマト', 500, 1500] as const
const second = ['11/30', 'ヤマト', 500, 2000] as const
const later = ['12/01', 'ヤマト', 500, 2500] as const

test.each([
  ['a balance: one more of the last day, alone in the file that follows', true, [first], [second], 2],
  ['a balance: the newest first', true, [first], [second, first], 2],
  ['a balance: the same again', true, [first, second], [second, first], 2],
  ['no balance: the larger number of a day is right', false, [first], [first, second], 2],
  ['no balance: fewer of that day', false, [first, second], [first], 2],
  ['no balance: a day after it', false, [first], [later], 2],
  ['no balance: both days', false, [first, second], [second, later], 3],
] as const)('two exports of a bank with %s', async (_, isBalanced, before, after, count) => {
  for (const [n, rows] of [before, after].entries()) {
    await put(bankFile(isBalanced, ...rows.map((row) => [...row] as [string, string, number, number])), `${n}.csv`)
    await processSettlementFiles(admin)
  }
  expect((await lines()).length).toBe(count)
  const files = await db.select().from(settlement_file).orderBy(settlement_file.id)
  expect(files.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(files[1]!.known_rows).toBe(before.length + after.length - count)
})

test('of exports with and without a balance, what both have counts once', async () => {
  const files = [
    bankFile(false, [...first], [...second]),
    bankFile(true, [...second], [...first], ['11/30', 'ヤマト', 500, 2500]),
  ]
  for (const [n, content] of files.entries()) {
    await put(content, `${n}.csv`)
    await processSettlementFiles(admin)
  }
  expect((await lines()).map(({ bank_balance }) => bank_balance)).toEqual([null, null, 2500])
})

test('a statement in 全銀 form that a tool has turned into UTF-8 is read, and a file for the bank is named', async () => {
  const turned = new TextDecoder('shift_jis').decode(statement([[500, 'ﾔﾏﾄ']]))
  await put(turned, 'utf8.txt')
  await processSettlementFiles(admin)
  expect(await lines()).toMatchObject([{ party: 'ヤマト', amount: 500 }])
  const { id } = await put(['1210', '2', '8', '9'].map((sign) => sign.padEnd(120)).join('\r\n'), 'sogofurikomi.txt')
  await processSettlementFiles(admin)
  const [refused] = await db.select().from(settlement_file).where(eq(settlement_file.id, id))
  expect(refused).toMatchObject({ state: 'refused', fault: { row: 1, message: expect.stringContaining('総合振込') } })
})

test('journals have one slip for each payout, which balances', async () => {
  const { tracking_no, amount } = await collected()
  await take([`${tracking_no},${amount},330,2026/11/30`, '777777777777,500,0,2026/11/30'])
  const { content } = await exportJournals(admin, {
    month: '2026-11-01',
    program: 'yayoi',
    grain: 'order',
    again: false,
  })
  const parts = []
  for await (const part of content) parts.push(part)
  const slips = JSON.parse(Buffer.concat(parts).toString()) as {
    is_payout: boolean
    debit: { account: string; amount: number; tax_word: string }[]
    credit: { account: string; amount: number }[]
  }[]
  const payout = slips.filter(({ is_payout }) => is_payout)
  expect(payout).toMatchObject([
    {
      day: '2026-11-30',
      partner: '代金引換',
      debit: [
        { account: '普通預金', amount: amount + 500 - 330 },
        { account: '支払手数料', amount: 330, tax: 30, tax_word: '課対仕入込10%適格' },
      ],
      credit: [
        { account: '売掛金', amount },
        { account: '仮受金', amount: 500 },
      ],
    },
  ])
})

test('a row that is paid years ahead is refused at its row and column', async () => {
  const file = await put([COD, '1,2,3,2026/11/30', '1,2,3,2062/11/30'].join('\n'))
  await assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns, paid_on: null })
  await processSettlementFiles(admin)
  const [refused] = await db.select().from(settlement_file)
  expect(refused).toMatchObject({ state: 'refused' })
  expect(JSON.stringify(refused)).toContain('先すぎます')
})

test('columns that do not suffice are refused beside the field, and another shop sees nothing', async () => {
  const file = await put([COD, '1,2,3,2026/11/30'].join('\n'))
  const assign = (more: object) =>
    assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns, paid_on: null, ...more })
  await expect(assign({ columns: { amount: '代引金額' } })).rejects.toMatchObject({ fields: [{ path: 'columns' }] })
  await expect(assign({ columns: { ...columns, amount: 'ない' } })).rejects.toMatchObject({
    fields: [{ path: 'columns' }],
  })
  const { paid_on: _, ...undated } = columns
  await expect(assign({ columns: undated })).rejects.toMatchObject({ fields: [{ path: 'paid_on' }] })
  for (const paid_on of ['2099-01-01', '2027-03-31', '2010-01-01'])
    await expect(assign({ columns: undated, paid_on })).rejects.toMatchObject({ fields: [{ path: 'paid_on' }] })
  const twice = { ...columns, fee: '代引金額' }
  await expect(assign({ columns: twice, paid_on: null })).rejects.toMatchObject({
    fields: [{ path: 'columns', message: expect.stringContaining('代引金額') }],
  })
  const foreign = { ...admin, shop_id: 3 }
  await expect(
    assignSettlementColumns(foreign, { id: file.id, provider: 'yamato', columns, paid_on: null }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(deleteSettlementFile(foreign, { id: file.id })).rejects.toMatchObject({ status: 404 })
  expect((await showSettlement(foreign, {})).files).toEqual([])
})

test('the checks of 月次 count what is open, each with its way to the rows', async () => {
  await collected()
  await take(['999999999999,500,0,2026/11/21'])
  const { checks } = await showAccountingMonth(admin, { month: '2026-11-01' })
  expect(checks.find(({ path }) => path.startsWith('/settlement-lines?'))).toMatchObject({ count: 1 })
  const open = await listSettlementLines(
    admin,
    parseListQuery('GET /admin/v1/settlement-lines', checks[0]!.path.split('?')[1]),
  )
  expect(open.total).toBe(checks[0]!.count)
})
