import { closing_event, ledger_entry } from '@kushi/db/schema/ledger'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { settlement_file, settlement_layout, settlement_line, settlement_payout } from '@kushi/db/schema/settlement'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { MONEY_KINDS } from '@kushi/values/ledger'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { findJournalDifferences } from '../../testing/journal-differences.ts'
import { journalFilesInMemory } from '../../testing/journal-files.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { closeMonth } from '../ledger/admin/month.ts'
import { listSettlementClaims, showSettlement } from './admin/claims.ts'
import { assignSettlementColumns, uploadSettlementFile } from './admin/files.ts'
import { resolveSettlementLine } from './admin/lines.ts'
import { revertSettlementFile } from './admin/revert-settlement-file.ts'
import { processSettlementFiles } from './process-settlement-files.ts'

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
    'settlement_file, settlement_line, settlement_layout, settlement_payout, settlement_term, ledger_entry, closing_event, orders, outbox',
    { restart: true },
  )
  admin = await operatorContext(db, 'manager', { clock, ports: { journal_file: journalFilesInMemory() } })
})

/** A 代引 parcel of ヤマト that arrived. */
async function collected() {
  const [customer_id] = await insertMembers(db, 1)
  const ctx = testContext(db, { customer_id: customer_id!, clock })
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: null })),
  )
  const tracking_no = String(500_000_000_000 + ++parcel * 7)
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no })
  await markParcelsDelivered(ctx, { order_no })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { order_no, tracking_no, amount: order!.payment_total, id: order!.id }
}

const HEADS = '伝票番号,代引金額,手数料,差引,振込日'
const right = { tracking_no: '伝票番号', amount: '代引金額', fee: '手数料', paid_on: '振込日' }
/** The net column taken for the amount: what a hurried person assigns. */
const wrong = { tracking_no: '伝票番号', amount: '差引', fee: '手数料', paid_on: '振込日' }
type Parcel = { tracking_no: string; amount: number }
const rowOf = ({ tracking_no, amount }: Parcel, day = '2026/11/30') =>
  `${tracking_no},${amount},330,${amount - 330},${day}`
async function take(lines: string[], columns = right) {
  const content = new TextEncoder().encode([HEADS, ...lines].join('\r\n'))
  const file = await uploadSettlementFile(admin, { name: 'yamato.csv', content })
  if (file.state === 'asking')
    await assignSettlementColumns(admin, { id: file.id, provider: 'yamato', columns, paid_on: null })
  await processSettlementFiles(admin)
  return { id: file.id, asked: file.state === 'asking' }
}
const takeBack = async (id: number) => {
  await revertSettlementFile(admin, { id, decision_reason: '列の間違い' })
  await processSettlementFiles(admin)
}
const entries = () =>
  db
    .select()
    .from(ledger_entry)
    .where(inArray(ledger_entry.kind, [...MONEY_KINDS]))
const sums = async () => {
  const all: Record<string, number> = {}
  for (const { kind, amount, tax, day } of await entries())
    for (const key of [`${day} ${kind}`, `${day} ${kind} tax`])
      all[key] = (all[key] ?? 0) + (key.endsWith('tax') ? tax : amount)
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0))
}
const settled = async () =>
  (await db.select().from(payment).orderBy(asc(payment.id))).map((one) => [one.settled_amount, one.settled_refund])

test('wrong columns: each row is corrected by one that names it; the same file, dropped again, is taken in rightly', async () => {
  const [first, second] = [await collected(), await collected()]
  const { id } = await take([rowOf(first), rowOf(second)], wrong)
  expect(await db.select({ reason: settlement_line.reason }).from(settlement_line)).toEqual([
    { reason: 'amount_differs' },
    { reason: 'amount_differs' },
  ])
  const [line] = await db.select().from(settlement_line).orderBy(asc(settlement_line.id))
  await resolveSettlementLine(admin, { id: line!.id, action: 'accept', order_no: '', note: '' })
  const before = await entries()
  clock.move(1)
  await takeBack(id)
  const after = await entries()
  // Nothing was changed or deleted; what was added is the opposite.
  expect(after.slice(0, before.length)).toEqual(before)
  expect(
    after
      .slice(before.length)
      .map(({ corrects_id, amount, tax, day, kind }) => ({ corrects_id, amount, tax, day, kind })),
  ).toEqual(
    before.map(({ id, amount, tax, day, kind }) => ({
      corrects_id: id,
      amount: -amount,
      tax: tax === 0 ? 0 : -tax,
      day,
      kind,
    })),
  )
  expect(await sums()).toEqual({})
  expect(await settled()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await db.select().from(settlement_payout)).toEqual([])
  expect(await db.select().from(settlement_layout)).toEqual([])
  const held = await listSettlementClaims(admin, parseListQuery('GET /admin/v1/settlement-claims'))
  expect(held.items.map(({ held }) => held).sort()).toEqual([first.amount, second.amount].sort())
  const shown = await showSettlement(admin, {})
  expect(shown).toMatchObject({ open_lines: 0, suspense: 0, files: [{ id, state: 'taken_back', net: 0 }] })
  const [trail] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(trail).toMatchObject({ subject: 'settlement_file', after: { decision_reason: '列の間違い' } })

  // Neither 雑損失 nor 雑収入 keeps what was taken back, and 売掛金 has the whole again.
  const { wrong: differing, accounts } = await findJournalDifferences(admin)
  expect(differing).toEqual([])
  expect(accounts).toEqual({ 売掛金: first.amount + second.amount, 売上高: -first.amount - second.amount })

  const again = await take([rowOf(first), rowOf(second)])
  expect(again.asked).toBe(true)
  expect(await settled()).toEqual([
    [first.amount, 0],
    [second.amount, 0],
  ])
  expect(await sums()).toEqual({
    '2026-11-30 received': first.amount + second.amount,
    '2026-11-30 provider_fee': 660,
    '2026-11-30 provider_fee tax': 60,
  })
})

test('once, and only what was taken in; another shop finds nothing', async () => {
  const parcel = await collected()
  const { id } = await take([rowOf(parcel)])
  await expect(revertSettlementFile({ ...admin, shop_id: 3 }, { id, decision_reason: 'x' })).rejects.toMatchObject({
    status: 404,
  })
  await takeBack(id)
  const before = await entries()
  await expect(takeBack(id)).rejects.toMatchObject({ status: 409, error: 'ERROR_SETTLEMENT_STATE' })
  expect(await entries()).toEqual(before)
})

test('a closed month refuses; and a month is not closed while a file is taken back', async () => {
  const parcel = await collected()
  const { id } = await take([rowOf(parcel)])
  clock.move(15)
  const closing = { month: '2026-11-01', event: 'closed' as const, shop_id: 2, ...admin.actor, created_at: clock.now() }
  await db.insert(closing_event).values(closing)
  const before = [await entries(), await settled(), await db.select().from(settlement_layout)]
  await expect(takeBack(id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('2026年11月') })
  expect([await entries(), await settled(), await db.select().from(settlement_layout)]).toEqual(before)
  await db.insert(closing_event).values({ ...closing, event: 'reopened' })
  await revertSettlementFile(admin, { id, decision_reason: 'x' })
  await expect(closeMonth(admin, { month: '2026-11-01' })).rejects.toMatchObject({ status: 409 })
  await processSettlementFiles(admin)
  await closeMonth(admin, { month: '2026-11-01' })
})

test('what a person assigned and what fits nothing is taken back too; a process that dies continues', async () => {
  const [one, other] = [await collected(), await collected()]
  const { id } = await take([
    `999999999999,${other.amount},330,0,2026/11/30`.replace(',0,', `,${other.amount - 330},`),
    rowOf(one),
    `888888888888,500,0,500,2026/11/30`,
  ])
  const lines = await db.select().from(settlement_line).orderBy(asc(settlement_line.row))
  await resolveSettlementLine(admin, { id: lines[0]!.id, action: 'assign', order_no: other.order_no, note: '' })
  await resolveSettlementLine(admin, { id: lines[2]!.id, action: 'accept', order_no: '', note: '' })
  expect(await settled()).toEqual([
    [one.amount, 0],
    [other.amount, 0],
  ])
  await takeBack(id)
  expect(await sums()).toEqual({})
  const done = await entries()
  await db.update(settlement_file).set({ state: 'taking_back', claimed_until: null })
  await processSettlementFiles(admin)
  expect(await entries()).toEqual(done)
  expect(await settled()).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('lines that an older server took in say by the books what they settled', async () => {
  const parcel = await collected()
  const { id } = await take([rowOf(parcel)], wrong)
  const [line] = await db.select().from(settlement_line)
  await db.update(settlement_line).set({ settles: null, settles_refund: null })
  await resolveSettlementLine(admin, { id: line!.id, action: 'accept', order_no: '', note: '' })
  await takeBack(id)
  expect(await settled()).toEqual([[0, 0]])
})

test('the bank: its line waits again when the payout goes, and the payout is unconfirmed when its own file goes', async () => {
  const parcel = await collected()
  const statement = ['取引日,摘要,出金金額,入金金額,残高', `2026/12/01,ヤマト,,${parcel.amount - 330},1`].join('\n')
  const bank = await uploadSettlementFile(admin, { name: 'bank.csv', content: new TextEncoder().encode(statement) })
  await processSettlementFiles(admin)
  const first = await take([rowOf(parcel)])
  const bankLine = () => db.select().from(settlement_line).where(eq(settlement_line.settlement_file_id, bank.id))
  expect(await bankLine()).toMatchObject([{ state: 'matched' }])
  await takeBack(first.id)
  expect(await bankLine()).toMatchObject([{ state: 'open', reason: 'no_payout', payout_file_id: null }])
  await take([rowOf(parcel)])
  expect(await bankLine()).toMatchObject([{ state: 'matched' }])
  await takeBack(bank.id)
  expect(await bankLine()).toMatchObject([{ state: 'taken_back' }])
  expect((await showSettlement(admin, {})).payouts).toMatchObject([{ is_banked: false }])
})

test('lines that another file repeated are taken in from it when the first is taken back, once', async () => {
  const [one, two, three] = [await collected(), await collected(), await collected()]
  const all = [one, two, three]
  const first = await take([rowOf(one), rowOf(two)])
  const second = await take(all.map((parcel) => rowOf(parcel)))
  const third = await take([rowOf(two), rowOf(three), rowOf(two, '2026/12/30')])
  const files = async () =>
    (await db.select().from(settlement_file).orderBy(asc(settlement_file.id))).map(
      ({ state, known_rows, done_rows }) => [state, known_rows, done_rows],
    )
  expect(await files()).toEqual([
    ['done', 0, 2],
    ['done', 2, 3],
    ['done', 2, 3],
  ])
  const whole = [await settled(), await sums()]
  await takeBack(first.id)
  expect([await settled(), await sums()]).toEqual(whole)
  expect(await files()).toEqual([
    ['taken_back', 0, 0],
    ['done', 0, 3],
    ['done', 2, 3],
  ])
  const [payout] = await db.select().from(settlement_payout).where(eq(settlement_payout.settlement_file_id, second.id))
  const net = all.reduce((sum, { amount }) => sum + amount - 330, 0)
  expect(payout).toMatchObject({ lines: 3, net })
  await takeBack(second.id)
  expect(await settled()).toEqual([
    [0, 0],
    [two.amount, 0],
    [three.amount, 0],
  ])
  await takeBack(third.id)
  expect(await sums()).toEqual({})
})

test('a payout that grows when its file is read again is confirmed by a bank line of the whole amount only', async () => {
  const [one, two, three] = [await collected(), await collected(), await collected()]
  const first = await take([rowOf(one), rowOf(three)])
  await take([rowOf(one), rowOf(three), rowOf(two)])
  const statement = ['取引日,摘要,出金金額,入金金額,残高', `2026/12/01,ヤマト,,${two.amount - 330},1`].join('\n')
  const content = new TextEncoder().encode(
    `${statement}\n2026/12/02,ヤマト,,${one.amount + two.amount + three.amount - 990},2`,
  )
  const bank = await uploadSettlementFile(admin, { name: 'bank.csv', content })
  await processSettlementFiles(admin)
  const states = async () =>
    (
      await db
        .select()
        .from(settlement_line)
        .where(eq(settlement_line.settlement_file_id, bank.id))
        .orderBy(asc(settlement_line.row))
    ).map(({ state }) => state)
  const before = await states()
  await takeBack(first.id)
  expect([before, await states()]).toEqual([
    ['matched', 'open'],
    ['open', 'matched'],
  ])
})

test('no file is read while another is taken back, nor taken back while another is read', async () => {
  const [one, two] = [await collected(), await collected()]
  const first = await take([rowOf(one)])
  const dead = { ...admin, afterwards: () => {} }
  await revertSettlementFile(dead, { id: first.id, decision_reason: '列の間違い' })
  const hold = (claimed_until: Date | null) =>
    db.update(settlement_file).set({ claimed_until }).where(eq(settlement_file.id, first.id))
  await hold(new Date('2026-12-31'))
  const second = await take([rowOf(one), rowOf(two)])
  expect(await settled()).toEqual([
    [one.amount, 0],
    [0, 0],
  ])
  await hold(null)
  await processSettlementFiles(admin)
  expect(await settled()).toEqual([
    [one.amount, 0],
    [two.amount, 0],
  ])
  expect(await db.select().from(settlement_file).where(eq(settlement_file.id, second.id))).toMatchObject([
    { state: 'done', known_rows: 0 },
  ])
})
