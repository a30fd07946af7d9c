import { parseArgs } from 'node:util'
import { shopCommand } from '@kushi/db/command-hints'
import type { Queryable } from '@kushi/db/connect'
import { explainDatabaseError } from '@kushi/db/explain'
import { operator } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { type Actor, operatorActor } from '@kushi/shop/actor'
import type { Clock } from '@kushi/shop/context'
import { ShopError } from '@kushi/shop/shop-error'
import { isCalendarDate } from '@kushi/values/calendar-date'
import { and, eq, isNull } from 'drizzle-orm'
import { readConfig } from '../config/config.ts'
import { makeDeps } from '../deps/make-deps.ts'
import { type CommandOutput, parseCallCommand } from './call.ts'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { commandContext } from './context.ts'
import { describeCalls } from './describe-call.ts'
import { findInstallation } from './installation.ts'
import { formatTable } from './table.ts'

const usage = () =>
  [
    `${shopCommand('<command>')} [--shop 3] [--operator <e-mail>] [--json]`,
    '',
    '  init [--name …] [--company …] [--invite <e-mail>] …  an empty shop to sell with; asks what is not said',
    '  backup <folder> [--keep DAYS]      a copy of the shop with its pictures; restore <backup>: into an empty DATA_DIR',
    '  dump <folder>                      all rows at one moment, for any PostgreSQL; load <folder>: into an empty DATABASE_URL or DATA_DIR',
    '  move                               the stopped shop of DATA_DIR into the empty database of DATABASE_URL, where it goes on',
    '  sql "select …" [--write]           asks the database, reading only unless told; psql …: the psql of this machine on it',
    '  distribute                         spreads the shops over the machines of a Citus cluster; begun again where it was cut off',
    '  doctor                             what is wrong here, each with its remedy; exit code 1 when something is',
    ...Object.values(commands).map((command) => `  ${command.usage}`),
    '  calls [word]                       every call of the admin: what it takes, its permission, what it is for',
    "  call '<call>' [name=value …] [--body JSON | --body-file FILE] [--out FILE] [--dry-run] [--yes]  makes one, as --operator may",
    '',
    'Works on the shop that runs on DATA_DIR (./data), or on DATABASE_URL. --shop: another one of its shops than SHOP_ID.',
    '--operator: who does it, for the history of what is changed.',
    '--json: not as a table. What goes wrong is told on stderr, with exit code 1; with --json a refusal is JSON too.',
  ].join('\n')

/**
 * Runs one command line and returns its output, as a table or JSON. A file that a call answers goes to `out` unless
 * `--out` stores it.
 * @throws UsageError, ShopError, ConfigError …
 */
export async function runCommand(
  args: string[],
  own: NodeJS.ProcessEnv,
  out: CommandOutput = process.stdout,
): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      date: { type: 'string' },
      list: { type: 'string' },
      matched: { type: 'string' },
      refused: { type: 'string' },
      stay: { type: 'string' },
      'without-backup': { type: 'boolean' },
      guests: { type: 'boolean' },
      departed: { type: 'boolean' },
      out: { type: 'string' },
      tracking: { type: 'string' },
      shipment: { type: 'string' },
      items: { type: 'string' },
      temperature: { type: 'string' },
      replace: { type: 'boolean' },
      carrier: { type: 'string' },
      status: { type: 'string' },
      amount: { type: 'string' },
      days: { type: 'string' },
      shop: { type: 'string' },
      reason: { type: 'string' },
      accept: { type: 'string' },
      role: { type: 'string' },
      filter: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      detail: { type: 'string' },
      file: { type: 'string' },
      body: { type: 'string' },
      'body-file': { type: 'string' },
      quiet: { type: 'boolean' },
      advert: { type: 'boolean' },
      yes: { type: 'boolean' },
      operator: { type: 'string' },
      'all-shops': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      'keep-subscription': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const [first, ...words] = positionals
  if (first === 'calls' || (first === 'call' && values.help)) return describeCalls(words[0], values.json)
  if (values.help) return usage()
  const call = first === 'call' ? parseCallCommand(words, values, out) : null
  const command = commands[positionals.slice(0, 2).join(' ')]
  if (!call && !command) throw new UsageError(usage())
  refuseUnused(call ? callWords : command!.usage, positionals, values)
  if (values.date && !isCalendarDate(values.date)) throw new UsageError('--date looks like 2026-12-01.')
  if (values.date && call) throw new UsageError('--date is not for a call: it is made today.')
  if (values.shop !== undefined && !/^[1-9]\d{0,8}$/.test(values.shop))
    throw new UsageError('--shop is the number of a shop.')
  const { env } = await findInstallation(own)
  if (!env.DATABASE_URL) throw new UsageError('No shop runs here: start it, or set DATABASE_URL or DATA_DIR.')
  const { deps, close } = await makeDeps(readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL || 'silent' })).catch(
    (error: unknown) => {
      throw explainDatabaseError(error, env.DATABASE_URL!)
    },
  )
  try {
    const clock = values.date ? clockOn(values.date) : deps.clock
    const shop_id = values.shop === undefined ? deps.config.default_shop_id : Number(values.shop)
    await checkShop(deps.database.db, shop_id)
    const ctx = await commandContext(deps, positionals.slice(0, 2).join(' '), {
      clock,
      shop_id,
      actor: await actorOf(deps.database.db, values.operator),
    })
    if (call) return await deps.delivering(() => call(ctx))
    const subject = positionals[2]
    const rows = await deps
      .delivering(() => command!.run(ctx, subject, values))
      .catch((error: unknown) => {
        if (subject === undefined || !(error instanceof ShopError) || error.error !== 'ERROR_NOT_FOUND') throw error
        throw new UsageError(`${positionals.slice(0, 2).join(' ')}: shop ${ctx.shop_id} has no ${subject}.`)
      })
    return values.json ? JSON.stringify(rows, null, 2) : formatTable(rows)
  } finally {
    await close()
  }
}

const callWords = 'call --body --body-file --out --dry-run --yes'
/** Options of the program, which every command has. */
const common = ['json', 'shop', 'operator', 'date']

/**
 * An option or a word that the command's usage does not name would be ignored, and the command would do more than was
 * meant.
 * @throws UsageError
 */
function refuseUnused(words: string, positionals: readonly string[], values: object): void {
  const named = [...words.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name!)
  const unused = Object.keys(values).filter((name) => !named.includes(name) && !common.includes(name))
  if (unused.length > 0)
    throw new UsageError(`${unused.map((name) => `--${name}`).join(', ')}: not for this command.\n  ${words}`)
  if (words === callWords) return
  const takesSubject = /^[a-z-]+ [a-z-]+ (<|\[(?!--))/.test(words)
  const over = positionals.slice(takesSubject ? 3 : 2)
  if (over.length > 0) throw new UsageError(`“${over.join(' ')}” is more than this command takes.\n  ${words}`)
}

/** @throws UsageError */
async function checkShop(db: Queryable, id: number): Promise<void> {
  const shops = await db.select({ id: shop.id }).from(shop).orderBy(shop.id)
  if (!shops.some((one) => one.id === id))
    throw new UsageError(`There is no shop ${id}. --shop is one of ${shops.map((one) => one.id).join(', ')}.`)
}

/** The actor whom the operator's option names. @throws UsageError */
async function actorOf(db: Queryable, email: string | undefined): Promise<Actor> {
  if (email === undefined) return operatorActor({ id: null, name: 'コマンド' })
  const named = and(eq(operator.email, email.toLowerCase()), isNull(operator.stopped_at))
  const [found] = await db.select({ id: operator.id, name: operator.name }).from(operator).where(named)
  if (!found) throw new UsageError('--operator is the e-mail address of an operator of this installation.')
  return operatorActor(found)
}

/** A clock at noon of another day. */
const clockOn = (date: string): Clock => ({ now: () => new Date(`${date}T12:00:00+09:00`), today: () => date })
