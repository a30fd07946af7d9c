import { moved_row } from '@kushi/db/schema/move-in'
import { orders } from '@kushi/db/schema/order'
import { openScratch, type TemporaryGroups, type TemporaryStore } from '@kushi/db/scratch'
import { MOVE_IN_KIND_NAME, MOVE_IN_KINDS, type MoveInKind } from '@kushi/values/move-in'
import { isSpreadsheetConverted, spreadsheetConvertedMessage } from '@kushi/values/spreadsheet'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AdminContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import { findSubscriptionsMissingInFile, higherFeesProblem } from './internal/compare-subscriptions.ts'
import { indexLastDeliveries } from './internal/index-last-deliveries.ts'
import { loadKnownRecords, loadKnownSkus, movedFromSystemCondition } from './internal/load-known-records.ts'
import { type BufferedRow, type MoveInFile, readMoveInFile, rowReaderFor } from './internal/read-file.ts'
import {
  addressStep,
  type MoveInStep,
  memberStep,
  orderStep,
  productStep,
  subscriptionStep,
  unnamedMembersProblem,
} from './internal/steps.ts'
import { recordImportedNumbers } from './internal/write-rows.ts'
import type { KnownRecords } from './rules/known-records.ts'
import { alternativeOrderNos } from './rules/read-order.ts'
import { MAX_FOREIGN_NUMBER_LENGTH } from './rules/read-owner.ts'
import type { ImportedRow, RowProblem, RowReader } from './rules/row-reader.ts'

/** The result of one file: rows with the same number (an order with its items) count as one. */
export interface MoveInFileReport {
  file: string
  kind: MoveInKind
  dialect: string
  /** Rows that would be imported, or that were imported now. */
  taken: number
  /** The number of them that are orders of guests, and of members who left the former system. */
  guests: number
  departed: number
  /** Rows that an earlier run imported. */
  already: number
  /** The number of them that the file changes. */
  changed: number
  /** Rows that have ended or left, or that are of another kind. */
  left_out: number
  /** Rows with an error, which are not imported. */
  refused: number
  unused: string[]
}

/** The result of a rehearsal or a run: files and problems. */
export interface MoveInReport {
  files: MoveInFileReport[]
  /** Problems of all files; at most 20,000 are kept. */
  problems: (RowProblem & { file: string })[]
  problem_count: number
}

interface Move {
  files: readonly MoveInFile[]
  /** 移行元: the system whose numbers these are; absent: the only one, if nobody named any. */
  former_system?: string | null
  /** EC-CUBE's AUTH_MAGIC; null: its passwords can't be imported. */
  magic: string | null
  /** ゲストの注文も、退会した会員の注文も取り込む. */
  with_guests?: boolean | undefined
  with_departed?: boolean | undefined
  /** Called after each part, to report the progress. */
  progress?(file: string, done: number, of: number): void
}

/** Rows per transaction. */
const PART = 500
const MAX_PROBLEMS = 20_000

/** 移行の予行: reports everything that a run would report, and writes nothing. */
export const rehearseMoveIn = (ctx: AdminContext, move: Move): Promise<MoveInReport> => goThrough(ctx, move, false)

/**
 * 移行: imports the valid rows, part by part. If it is killed, the next run continues, because each row's foreign number
 * is saved. Sends no messages, takes no stock, charges nothing.
 * @throws ShopError 409 unless `refused` is the number of rows with errors, as proof that an operator has seen them
 */
export async function runMoveIn(
  ctx: AdminContext,
  { refused, ...move }: Move & { refused: number },
): Promise<MoveInReport> {
  const { progress: _, ...silent } = move
  const rehearsed = await rehearseMoveIn(ctx, silent)
  const found = rehearsed.files.reduce((sum, file) => sum + file.refused, 0)
  if (found !== refused)
    throw new ShopError(
      409,
      'ERROR_MOVE_REFUSED',
      `${found}件が取り込めません。予行の結果を確かめ、件数を指定してください。`,
    )
  return goThrough(ctx, move, true)
}

/**
 * Reads all files. Known records and waiting rows lie on disk, because a shop may have more of them than fit into
 * memory.
 */
async function goThrough(ctx: AdminContext, move: Move, isRun: boolean): Promise<MoveInReport> {
  const scratch = openScratch()
  try {
    return await goThroughFiles(ctx, move, isRun, scratch)
  } finally {
    scratch.close()
  }
}

async function goThroughFiles(
  ctx: AdminContext,
  { files, former_system = null, magic, with_guests = false, with_departed = false, progress }: Move,
  isRun: boolean,
  scratch: TemporaryStore,
): Promise<MoveInReport> {
  const report: MoveInReport = { files: [], problems: [], problem_count: 0 }
  const ofKind = (kind: MoveInKind) => files.filter(({ name }) => moveInFileKind(name) === kind)
  if (with_guests || with_departed) requireMembers(ofKind('members'), former_system)
  const takes = { guest: with_guests, departed: with_departed }
  const known = await loadKnownRecords(ctx, scratch, former_system, takes)
  const groups = scratch.groups<BufferedRow>()
  await indexLastDeliveries(ofKind('orders'), known, groups)
  const go = async <T extends { foreign_no: string }>(step: MoveInStep<T>) => {
    for (const file of ofKind(step.kind)) await takeIn(ctx, { step, file, known, groups, report, isRun, progress })
  }
  await go(productStep)
  if (isRun) known.skus = await loadKnownSkus(ctx)
  await go(memberStep(magic === null ? null : ctx.secrets.seal(magic)))
  await go(addressStep)
  await go(subscriptionStep)
  const file = ofKind('subscriptions').at(-1)
  const missing = file && (await findSubscriptionsMissingInFile(ctx, known))
  if (missing) noteProblems(report, file.name, [missing])
  const higher = higherFeesProblem(known)
  if (file && higher) noteProblems(report, file.name, [higher])
  await go(orderStep)
  const unnamed = unnamedMembersProblem(known)
  if (unnamed) noteProblems(report, ofKind('orders')[0]!.name, [unnamed])
  return report
}

/**
 * Requires the members' file: only it and the numbers of the former system say whose an order is, or that it is no
 * member's.
 */
function requireMembers(files: readonly MoveInFile[], former_system: string | null): void {
  if (former_system === null)
    throw refusedField('former_system', '会員のいない注文も取り込むときは、移行元を指定してください。')
  if (files.length === 0)
    throw refusedField('files', '会員のいない注文も取り込むときは、会員のファイル(members.csv)も加えてください。')
}

/** Names of a kind of file besides its own: those of EC-CUBE's downloads (`customer_20261126120000.csv`) and tables. */
const ALSO_NAMED: Record<MoveInKind, readonly string[]> = {
  products: ['product'],
  members: ['customer', 'dtb_customer'],
  addresses: ['customer_address', 'dtb_customer_address'],
  subscriptions: [],
  orders: ['order'],
}

/**
 * Returns the kind of a file by its name, such as `members.csv`, `members-2.csv` or `customer_20261126.csv`. null:
 * unknown.
 */
export const moveInFileKind = (name: string): MoveInKind | null => {
  const is = (pattern: string) => new RegExp(`^${pattern}\\.csv$`, 'i').test(name)
  const isKind = (kind: MoveInKind) =>
    is(`${kind}([-_.].*)?`) || ALSO_NAMED[kind].some((other) => is(`${other}([-_]\\d[-_\\d]*)?`))
  return MOVE_IN_KINDS.find(isKind) ?? null
}

/** Returns the message for a file whose kind is unknown. */
export const misnamedFileText = (name: string) =>
  `「${name}」は移行のファイルではありません。products.csv、members.csv、addresses.csv、subscriptions.csv、orders.csv という名前にしてください(orders-2.csv のように分けられます)。EC-CUBEの出力は、product_….csv、customer_….csv、order_….csv のままで構いません。`

interface Work<T extends { foreign_no: string }> {
  step: MoveInStep<T>
  file: MoveInFile
  known: KnownRecords
  groups: TemporaryGroups<BufferedRow>
  report: MoveInReport
  isRun: boolean
  progress: Move['progress']
}

async function takeIn<T extends { foreign_no: string }>(ctx: AdminContext, work: Work<T>): Promise<void> {
  const { step, file, known, groups, report, isRun, progress } = work
  groups.clear()
  const { dialect, left_out, unused } = await readMoveInFile(step.kind, file, groups, step.rank)
  const counts: MoveInFileReport = {
    file: file.name,
    kind: step.kind,
    dialect,
    taken: 0,
    guests: 0,
    departed: 0,
    already: 0,
    changed: 0,
    left_out,
    refused: 0,
    unused,
  }
  report.files.push(counts)
  const all = groups.count()
  let parts = 0
  let done = 0
  for (const part of groups.parts(PART)) {
    const there = await alreadyIn(
      ctx,
      step,
      part.map(({ key }) => key),
      known,
    )
    const good: T[] = []
    const imported: ImportedRow[] = []
    for (const { key, rows } of part) {
      const readers = rows.map(rowReaderFor)
      const id = there.get(key)
      if (id !== undefined) {
        if (step.kind === 'subscriptions') known.subscriptions_here.add(key)
        imported.push({ foreign_no: key, readers, id })
        continue
      }
      if (readers.every((reader) => reader.isGood) && step.isThere?.(readers, known)) {
        counts.already++
        continue
      }
      const one = judge(step, key, readers, known)
      note(report, file.name, readers)
      if (readers.some((reader) => !reader.isGood)) {
        counts.refused++
        step.rememberRefused?.(known, readers, key)
      } else if (one === null) counts.left_out++
      else {
        counts.taken++
        const moved_as = step.movedAs?.(one)
        if (moved_as) counts[moved_as === 'guest' ? 'guests' : 'departed']++
        good.push(one)
        step.remember(known, one, 0)
      }
    }
    // A row whose cells do not match the headers can't be compared.
    const readable = imported.filter(({ readers }) => readers.every((reader) => reader.isGood))
    const changed = await step.compare?.(ctx, readable, known, isRun ? file.name : null)
    for (const { foreign_no, readers } of imported) {
      note(report, file.name, readers)
      if (readers.some((reader) => !reader.isGood)) counts.refused++
      else if (changed?.has(foreign_no)) counts.changed++
      else counts.already++
    }
    if (isRun && good.length > 0) {
      await write(ctx, work, good)
      parts++
      // After 1, 2, 4, 8 … parts.
      if ((parts & (parts - 1)) === 0) await analyze(ctx)
    }
    done += part.length
    progress?.(file.name, done, all)
  }
}

/** A row without a number, or with a repeated one, is an error. A row that could not be read is judged no further. */
function judge<T extends { foreign_no: string }>(
  step: MoveInStep<T>,
  key: string,
  readers: RowReader[],
  known: KnownRecords,
): T | null {
  const [foreign_no = '', isAgain] = key.split('\n')
  const reader = readers[0]!
  if (readers.some((one) => !one.isGood)) return null
  if (foreign_no === '') reader.fault('', `${MOVE_IN_KIND_NAME[step.kind]}の番号がありません。`)
  else if (isSpreadsheetConverted(foreign_no)) reader.fault('', spreadsheetConvertedMessage(foreign_no))
  else if (isAgain !== undefined) reader.fault('', `番号「${foreign_no}」は前の行にもあります。`)
  else if (step.moved !== null && foreign_no.length > MAX_FOREIGN_NUMBER_LENGTH)
    reader.fault('', `番号は${MAX_FOREIGN_NUMBER_LENGTH}文字までで入力してください。`)
  return step.judge(readers, foreign_no, known)
}

function note(report: MoveInReport, file: string, readers: readonly RowReader[]): void {
  for (const { problems } of readers) noteProblems(report, file, problems)
}

function noteProblems(report: MoveInReport, file: string, problems: readonly RowProblem[]): void {
  report.problem_count += problems.length
  for (const problem of problems) if (report.problems.length < MAX_PROBLEMS) report.problems.push({ file, ...problem })
}

async function alreadyIn<T extends { foreign_no: string }>(
  { db, shop_id }: AdminContext,
  { kind, moved }: MoveInStep<T>,
  numbers: string[],
  known: KnownRecords,
): Promise<Map<string, number>> {
  if (moved === null) return new Map()
  const named = and(
    movedFromSystemCondition(shop_id, known.former_system),
    eq(moved_row.kind, moved),
    inArray(moved_row.foreign_no, numbers),
  )
  const rows = await db.select({ no: moved_row.foreign_no, id: moved_row.row_id }).from(moved_row).where(named)
  if (kind === 'orders') {
    const own = and(
      eq(orders.shop_id, shop_id),
      inArray(
        orders.order_no,
        numbers.flatMap((no) => [no, ...alternativeOrderNos(no)]),
      ),
    )
    for (const { no } of await db.select({ no: orders.order_no }).from(orders).where(own)) known.order_nos.add(no)
  }
  return new Map(rows.map(({ no, id }) => [no, id]))
}

/**
 * PostgreSQL caches the plan of a foreign key check. A plan made while the table was empty would scan the whole table
 * for each row. New statistics make it plan again.
 */
const analyze = ({ db }: AdminContext) =>
  db.execute(sql`analyze customer, customer_address, subscription, orders, moved_row`)

async function write<T extends { foreign_no: string }>(ctx: AdminContext, { step, file, known }: Work<T>, good: T[]) {
  await ctx.db.transaction(async (tx) => {
    const ids = await step.write(tx, ctx, good, known)
    if (step.moved !== null) {
      const numbers = good.map(({ foreign_no }, n) => ({ foreign_no, id: ids[n]! }))
      await recordImportedNumbers(tx, ctx, { former_system: known.former_system, kind: step.moved }, numbers)
    }
    for (const [n, one] of good.entries()) step.remember(known, one, ids[n]!)
    const after = { file: file.name, count: good.length, first: good[0]!.foreign_no, last: good.at(-1)!.foreign_no }
    const name = `${MOVE_IN_KIND_NAME[step.kind]}の移行`
    await recordAudit(tx, ctx, { subject: 'move_in', subject_id: file.name, subject_name: name, after })
  })
}
