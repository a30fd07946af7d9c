import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { shopCommand } from '@kushi/db/command-hints'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import { isBackupRecent } from '@kushi/shop/operation/move-in/backup'
import {
  type MoveInReport,
  misnamedFileText,
  moveInFileKind,
  rehearseMoveIn,
  runMoveIn,
} from '@kushi/shop/operation/move-in/move-in'
import { keptMembersCsv, moveInProblemsCsv } from '@kushi/shop/operation/move-in/problem-file'
import {
  loadKeptMemberNames,
  rehearseMoveInRevert,
  requireKeptMemberCount,
  revertMoveIn,
} from '@kushi/shop/operation/move-in/revert-move-in'
import { MOVE_BACKUP_HOURS, type MoveInRevertReport } from '@kushi/values/move-in'
import { type Command, type CommandOptions, UsageError } from './command.ts'

/** Number of problems shown on the terminal; --out writes all of them. */
const SHOWN = 50

/** The list of an earlier rehearsal that `--out` wrote beside the files. */
const REPORT = /^problems[^/]*\.csv$/i

/** The files of a folder that belong to a move, and EC-CUBE's AUTH_MAGIC if its .env lies there as eccube.env. */
async function openFolder(folder: string | undefined, { from, guests, departed }: CommandOptions) {
  if (!folder)
    throw new UsageError(
      'Which folder? Give the one with products.csv, members.csv, addresses.csv, subscriptions.csv, orders.csv.',
    )
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`${folder} can't be read.`)
  })
  const wrong = names.filter((name) => /\.csv$/i.test(name) && moveInFileKind(name) === null && !REPORT.test(name))
  if (wrong.length > 0) throw new UsageError(misnamedFileText(wrong.join('」「')))
  const files = names
    .filter((name) => moveInFileKind(name) !== null)
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .map((name) => ({ name, open: () => createReadStream(join(folder, name)) }))
  if (files.length === 0)
    throw new UsageError(`${folder} has no products.csv, members.csv, addresses.csv, subscriptions.csv or orders.csv.`)
  const env = names.includes('eccube.env') ? parseEnv(await readFile(join(folder, 'eccube.env'), 'utf8')) : {}
  const takes = { with_guests: guests, with_departed: departed }
  return { files, former_system: from || null, magic: env.ECCUBE_AUTH_MAGIC || null, ...takes, progress }
}

/** Shows progress on the terminal. */
function progress(file: string, done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${file}  ${done}/${of}${done === of ? '\n' : ''}`)
}

/** One row per file, then one per problem. */
async function rowsOf(report: MoveInReport, { out }: CommandOptions) {
  const { files, problems, problem_count } = report
  if (out) await writeFile(out, moveInProblemsCsv(report).content)
  const shown = out ? [] : problems.slice(0, SHOWN)
  const counted = files.map(({ file, kind: _, dialect, unused, ...counts }) => ({
    file,
    ...counts,
    row: null as number | null,
    column: '',
    message: unused.length > 0 ? `${dialect}; 使わない列: ${unused.join('、')}` : dialect,
  }))
  const listed = shown.map(({ file, row, head: column, message, is_taken }) => ({
    ...nothing,
    file,
    row,
    column,
    message: is_taken ? `${message}(取り込みます)` : message,
  }))
  const rest = problem_count - shown.length
  const more =
    rest > 0
      ? [{ ...nothing, message: out ? `${rest}件を${out}に書きました。` : `ほか${rest}件。--out problems.csv` }]
      : []
  return [...counted, ...listed, ...more]
}

const nothing = {
  file: '',
  taken: null,
  guests: null,
  departed: null,
  already: null,
  changed: null,
  left_out: null,
  refused: null,
  row: null,
  column: '',
}

/** @throws UsageError without a recent backup, unless the operator says that there is none */
async function backUpFirst(ctx: AdminContext, options: CommandOptions): Promise<void> {
  if (options['without-backup'] || isBackupRecent(ctx, await ctx.lastBackup?.())) return
  throw new UsageError(
    `No backup of the last ${MOVE_BACKUP_HOURS} hours is known (BACKUP_MARK). Run ${shopCommand('backup <folder>')} first, or say --without-backup.`,
  )
}

/** The rows that are deleted, then one row per member who stays. */
async function rowsOfTakeBack(ctx: AdminContext, report: MoveInRevertReport, { out }: CommandOptions) {
  const { staying, stay_count, ...counts } = report
  const shown = out ? staying : staying.slice(0, SHOWN)
  const names = await loadKeptMemberNames(ctx, shown)
  const named = shown.map((one) => ({ ...one, member_name: names.get(one.customer_id) ?? '' }))
  if (out) await writeFile(out, keptMembersCsv(named).content)
  const nobody = { member_no: '', customer: null as number | null, name: '', why: '' }
  const listed = named.map(({ member_no, customer_id: customer, member_name: name, reasons }) => ({
    ...noCounts,
    member_no,
    customer,
    name,
    why: reasons.join('、'),
  }))
  const rest = out ? stay_count : stay_count - shown.length
  const why = out ? `${rest}人を${out}に書きました。` : `ほか${rest}人。--out staying.csv`
  const more = rest > 0 ? [{ ...noCounts, ...nobody, why }] : []
  return [{ ...counts, stay: stay_count, ...nobody }, ...(out ? [] : listed), ...more]
}

const noCounts = {
  former_system: '',
  members: null,
  non_members: null,
  addresses: null,
  subscriptions: null,
  orders: null,
  stay: null,
}

/** 移行元 whose move is reverted: always named, even if there is only one. */
function systemOf(from: string | undefined): string {
  if (!from) throw new UsageError('--from is the system whose move is taken back, as it was named.')
  return from
}

const reportTakeBack = (from: string) => (done: number, of: number) => progress(from, done, of)

/** 移行 from another system; docs/moving-in.md is its guide. */
export const moveInCommands: Record<string, Command> = {
  'move-in check': {
    usage:
      'move-in check <folder> [--from EC-CUBE] [--guests] [--departed] [--out problems.csv]  rehearsal: what would come in, and what is wrong; nothing is written; --from: the system whose numbers these are; --guests, --departed: also orders without a 会員番号, and with one that is in no file of members',
    run: async (ctx: AdminContext, subject, options) =>
      rowsOf(await rehearseMoveIn(ctx, await openFolder(subject, options)), options),
  },
  'move-in run': {
    usage:
      'move-in run <folder> [--from EC-CUBE] [--guests] [--departed] [--refused 12] [--out problems.csv] [--without-backup]  takes in what is right; --refused: how many stay behind, as the rehearsal said; --without-backup: there is none to be made',
    async run(ctx: AdminContext, subject, options) {
      const { refused = '0' } = options
      if (!/^\d{1,7}$/.test(refused)) throw new UsageError('--refused is a whole number.')
      const move = await openFolder(subject, options)
      await backUpFirst(ctx, options)
      return rowsOf(await runMoveIn(ctx, { ...move, refused: Number(refused) }), options)
    },
  },
  'move-in check-back': {
    usage:
      'move-in check-back --from EC-CUBE [--out staying.csv]  rehearsal of taking a move back: what would go, who stays, and why; nothing is removed',
    async run(ctx: AdminContext, _, options) {
      const former_system = systemOf(options.from)
      const report = await rehearseMoveInRevert(ctx, { former_system, progress: reportTakeBack(former_system) })
      return rowsOfTakeBack(ctx, report, options)
    },
  },
  'move-in take-back': {
    usage:
      'move-in take-back --from EC-CUBE [--stay 3] [--out staying.csv] [--without-backup]  removes everybody who came from there and did nothing since, with all that was taken in; --stay: how many stay, as check-back said',
    async run(ctx: AdminContext, _, options) {
      const { from, stay = '0' } = options
      if (!/^\d{1,7}$/.test(stay)) throw new UsageError('--stay is a whole number.')
      const former_system = systemOf(from)
      await backUpFirst(ctx, options)
      requireKeptMemberCount(await rehearseMoveInRevert(ctx, { former_system }), Number(stay))
      const report = await revertMoveIn(ctx, { former_system, progress: reportTakeBack(former_system) })
      return rowsOfTakeBack(ctx, report, options)
    },
  },
}
