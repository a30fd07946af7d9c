/** `npm run shop -- <command>`: commands for operators, beside a running shop. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shopCommand } from '@kushi/db/command-hints'
import { startEmbedded } from '@kushi/db/embedded'
import { recoveryProblem, recoverySettings } from '@kushi/db/embedded/archive'
import { findClusterLocation } from '@kushi/db/embedded/cluster'
import { markClusterRestored } from '@kushi/db/embedded/restored'
import { setUpDistributed } from '@kushi/db/setup'
import { SetupError } from '@kushi/db/setup-error'
import { PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { ShopError } from '@kushi/shop/shop-error'
import { ConfigError, directDatabaseUrl } from '../config/env.ts'
import { failureMeta } from '../http/failure.ts'
import { backUpCommand } from './backup.ts'
import { UsageError } from './command.ts'
import { dumpShop, loadShopDump, moveShopToDatabase, openPsql, runSqlCommand } from './database-commands.ts'
import { doctorCommand } from './doctor.ts'
import { initShopCommand } from './init.ts'
import { findInstallation } from './installation.ts'
import { runCommand } from './run-command.ts'

const file = join(import.meta.dirname, '../../../../.env')

async function main(): Promise<void> {
  if (existsSync(file)) process.loadEnvFile(file)
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'doctor') return diagnose(rest)
  const alone = {
    init: initShopCommand,
    backup: backUpCommand,
    restore,
    distribute,
    dump: dumpShop,
    load: loadShopDump,
    move: moveShopToDatabase,
    sql: runSqlCommand,
    psql: openPsql,
  }[command ?? '']
  // If stdin is a pipe that forwards a terminal, the caller passes --ask instead.
  const isAsked = command === 'init' && process.stdin.isTTY && !rest.includes('--ask')
  if (alone) return print(await alone(isAsked ? [...rest, '--ask'] : rest, process.env))
  print(await runCommand(process.argv.slice(2), process.env))
}

/** When something else went to standard output, there is no further text. */
function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`)
}

/** Separate from the other commands, because it must work where the shop cannot be opened. */
async function diagnose(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const { text, isWell } = await doctorCommand(process.env, values.json)
  process.stdout.write(`${text}\n`)
  if (!isWell) process.exitCode = 1
}

main().catch((error: unknown) => {
  process.exitCode = 1
  if (error instanceof ShopError) return void process.stderr.write(`${refusalText(error)}\n`)
  const isKnown = [SetupError, UsageError, ConfigError, PaymentRefused, PaymentUnavailable].some(
    (one) => error instanceof one,
  )
  const isBadOption = String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isKnown || isBadOption ? (error as Error).message : ((error as Error)?.stack ?? error)}\n`)
})

/** The rejection, with one sentence per field; for programs in the API's format. */
function refusalText(error: ShopError): string {
  if (process.argv.includes('--json')) return JSON.stringify(failureMeta(error), null, 2)
  const fields = error.fields?.filter(({ path }) => path !== '') ?? []
  return fields.length > 0 ? fields.map(({ path, message }) => `${path}: ${message}`).join('\n') : error.message
}

/** `distribute`: distributes the shops of a stopped installation over the machines of its Citus cluster. */
async function distribute(_: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const url = directDatabaseUrl(own)
  if (!url) throw new UsageError('DATABASE_URL is not set: it leads to the coordinator of a Citus cluster.')
  await setUpDistributed(url, (what) => process.stdout.write(`${what}\n`))
  return 'Each shop lies on one machine. Start the server.'
}

/**
 * `restore <backup> [--until MOMENT --archive FOLDER]`: restores into an empty `DATA_DIR`, to the time of the copy or,
 * with the log that `WAL_ARCHIVE` stored, to a later time. The restored shop charges nothing until `resume`, because
 * only the providers know the charges after the copy.
 */
async function restore(args: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { until: text, archive: text } })
  const [source] = positionals
  const { dataDir } = await findInstallation({ ...own, DATABASE_URL: 'none' })
  if (!source || !existsSync(join(source, 'backup.json')))
    throw new UsageError('restore <backup>: a folder that backup made.')
  if (existsSync(join(dataDir, 'postgres')))
    throw new UsageError(
      `${resolve(dataDir)} holds a database already: move it away, or set DATA_DIR to another folder.`,
    )
  const { made_at } = JSON.parse(await readFile(join(source, 'backup.json'), 'utf8')) as { made_at: string }
  const goal = goalOf(values, made_at)
  const { cluster, account } = await findClusterLocation(dataDir, () => undefined)
  for (const name of await readdir(source))
    if (name !== 'postgres' && name !== 'backup.json')
      await cp(join(source, name), join(dataDir, name), { recursive: true })
  // Moved into place only when it is complete and marked as restored: the first start, by whatever process, then holds
  // its payments.
  const part = await mkdtemp(`${cluster}-part-${process.pid}-`)
  await cp(join(source, 'postgres'), part, { recursive: true })
  const moment = goal?.until.toISOString() ?? made_at
  await markClusterRestored(part, `restored from ${moment}`)
  const settings = goal && (await recoverySettings(part, { ...goal, account }))
  await rename(part, cluster)
  try {
    const postgres = await startEmbedded({ dataDir, ...(settings && { settings, timeout: 3_600_000 }) })
    await postgres.stop()
  } catch (error) {
    const why = goal && (await recoveryProblem(join(dataDir, 'postgres.log')))
    if (!why) throw error
    throw new UsageError(`${why} ${resolve(dataDir)} is no shop yet: empty it, and try again.`)
  }
  return `${resolve(dataDir)} holds the shop of ${moment}. It charges nothing until ${shopCommand('resume')}.`
}

function goalOf(
  { until = '', archive }: { until?: string | undefined; archive?: string | undefined },
  made_at: string,
) {
  if (!until && archive === undefined) return undefined
  const moment = new Date(until)
  if (archive === undefined || Number.isNaN(moment.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(until))
    throw new UsageError(
      'restore <backup> --until 2026-12-01T09:30:00+09:00 --archive <folder>: both, and the moment with its zone.',
    )
  if (!existsSync(archive)) throw new UsageError(`${archive} is not there: say the folder that WAL_ARCHIVE named.`)
  if (moment.toISOString() <= made_at) throw new UsageError('The copy was made after that moment: take an older one.')
  return { archive, until: moment }
}
