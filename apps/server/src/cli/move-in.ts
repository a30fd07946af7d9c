import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { AdminContext } from '@kushi/shop/foundation/admin/context'
import {
  type MoveInReport,
  misnamedFileText,
  moveInFileKind,
  rehearseMoveIn,
  runMoveIn,
} from '@kushi/shop/operation/move-in/move-in'
import { moveInProblemsCsv } from '@kushi/shop/operation/move-in/problem-file'
import { type Command, type CommandOptions, UsageError } from './command.ts'

/** Number of problems shown on the terminal; --out writes all of them. */
const SHOWN = 50

/** The list of an earlier rehearsal that `--out` wrote beside the files. */
const REPORT = /^problems[^/]*\.csv$/i

/** The files of a folder that belong to a move, and EC-CUBE's AUTH_MAGIC if its .env lies there as eccube.env. */
async function openFolder(folder: string | undefined, { from }: CommandOptions) {
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
  return { files, former_system: from || null, magic: env.ECCUBE_AUTH_MAGIC || null, progress }
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
  const counted = files.map(({ file, dialect, taken, already, changed, left_out, refused, unused }) => ({
    file,
    taken,
    already,
    changed,
    left_out,
    refused,
    row: null as number | null,
    column: '',
    message: unused.length > 0 ? `${dialect}; 使わない列: ${unused.join('、')}` : dialect,
  }))
  const listed = shown.map(({ file, row, head: column, message, is_taken }) => ({
    file,
    taken: null,
    already: null,
    changed: null,
    left_out: null,
    refused: null,
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
  already: null,
  changed: null,
  left_out: null,
  refused: null,
  row: null,
  column: '',
}

/** 移行 from another system; docs/moving-in.md is its guide. */
export const moveInCommands: Record<string, Command> = {
  'move-in check': {
    usage:
      'move-in check <folder> [--from EC-CUBE] [--out problems.csv]  rehearsal: what would come in, and what is wrong; nothing is written; --from: the system whose numbers these are',
    run: async (ctx: AdminContext, subject, options) =>
      rowsOf(await rehearseMoveIn(ctx, await openFolder(subject, options)), options),
  },
  'move-in run': {
    usage:
      'move-in run <folder> [--from EC-CUBE] [--refused 12] [--out problems.csv]  takes in what is right; --refused: how many stay behind, as the rehearsal said',
    async run(ctx: AdminContext, subject, options) {
      const { refused = '0' } = options
      if (!/^\d{1,7}$/.test(refused)) throw new UsageError('--refused is a whole number.')
      return rowsOf(
        await runMoveIn(ctx, { ...(await openFolder(subject, options)), refused: Number(refused) }),
        options,
      )
    },
  },
}
