import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { shopCommand } from '@kushi/db/command-hints'
import { type Database, openDatabase } from '@kushi/db/connect'
import { standbyProblem } from '@kushi/db/standby'
import { parseLogPosition } from '@kushi/db/standby/position'
import { type Config, readConfig } from '../config/config.ts'
import { ConfigError, directDatabaseUrl, type Env } from '../config/env.ts'
import { readLastBackupTime } from '../config/last-backup.ts'
import { isLocalHost } from '../config/sandbox-rule.ts'
import { shopSchedules } from '../jobs/start-jobs.ts'
import { certificateDaysLeft } from './certificate.ts'
import { checkArchivedLog } from './check-archived-log.ts'
import { checkBacklog } from './check-backlog.ts'
import { checkDatabase } from './check-database.ts'
import { checkProviderAccounts } from './check-providers.ts'
import { findMisspelled } from './find-misspelled.ts'
import { errorFinding, type Finding, firstSentence, okFinding, warningFinding } from './finding.ts'

const gib = 2 ** 30

/** Free disk space for the data folder. */
export async function checkDisk(dataDir: string, room = roomOf): Promise<Finding> {
  const left = await room(dataDir).catch(() => undefined)
  if (left === undefined)
    return warningFinding('disk', `there is no folder ${dataDir}`, 'It is made at the first start.')
  const fact = `${(left.free / gib).toFixed(1)} GiB free of ${(left.all / gib).toFixed(0)} in ${dataDir}`
  const remedy = 'Make room, or move DATA_DIR to a larger disk; a full one stops every order.'
  if (left.free < gib) return errorFinding('disk', fact, remedy)
  return left.free < left.all / 10 ? warningFinding('disk', fact, remedy) : okFinding('disk', fact)
}

async function roomOf(folder: string): Promise<{ free: number; all: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/**
 * `BACKUP_MARK` names a file that each complete backup rewrites; older than `BACKUP_HOURS` (26) is reported as late.
 */
export async function checkBackups(env: Env, now: number = Date.now()): Promise<Finding> {
  const { BACKUP_MARK: file, BACKUP_HOURS: most = '26' } = env
  const remedy = `Run ${shopCommand('backup')} (or your own) each night (kushi-backup.timer): docs/running.md, “Backup and restore”.`
  const made = await readLastBackupTime(env)
  if (made === undefined) return warningFinding('backups', 'nothing is known of them', `Set BACKUP_MARK. ${remedy}`)
  if (made === null) return errorFinding('backups', `${file} is not there: none was ever made`, remedy)
  const hours = (now - made.getTime()) / 3_600_000
  const fact = `the last is ${hours < 1 ? 'less than one hour' : `${Math.floor(hours)} hours`} old`
  return hours > Number(most) ? errorFinding('backups', fact, remedy) : okFinding('backups', fact)
}

/** Checks how many days the certificate is still valid, as customers see it. */
export async function checkCertificate(public_url: string, days = certificateDaysLeft): Promise<Finding[]> {
  const left = await days(public_url).catch((error: unknown) => firstSentence(error))
  if (left === null) return []
  const remedy = 'See that the proxy renews it (Caddy does; certbot renew), and reload the proxy.'
  if (typeof left === 'string') return [errorFinding('certificate', left, remedy)]
  if (left <= 0)
    return [errorFinding('certificate', `ended ${Math.ceil(-left)} days ago: no browser opens the shop`, remedy)]
  const fact = `holds for ${Math.floor(left)} days`
  if (left < 7) return [errorFinding('certificate', fact, remedy)]
  return [left < 21 ? warningFinding('certificate', fact, remedy) : okFinding('certificate', fact)]
}

/** An address for documentation, from which nobody comes: a visitor who claims it must not be believed. */
const FORGED = '192.0.2.77'

interface Readiness {
  status?: string
  database?: string
  jobs?: string
  overdue?: string[]
  client_address?: string
}

function reasonOf({ database, jobs, overdue = [] }: Readiness): string {
  if (database === 'full') return ': its database has no room'
  if (database === 'away') return ': its database does not answer'
  if (jobs === 'starting') return ': its jobs have not begun'
  return overdue.length > 0 ? `: overdue ${overdue.join(', ')}` : ''
}

/** Whether a server answers at the address that customers use, and whom it takes this request for. */
export async function checkServer(public_url: string): Promise<Finding[]> {
  const url = `${public_url}/readyz`
  try {
    const headers = { 'x-forwarded-for': FORGED }
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    const fact = `${url} answers ${answer.status}`
    const said = (await answer.json().catch(() => ({}))) as Readiness
    const seen = said.client_address === undefined ? [] : [checkPublicAddress(public_url, said.client_address)]
    if (said.status === 'ready') return [okFinding('server', `${fact} ${said.status}`), ...seen]
    const remedy = 'See its log; the proxy must pass everything on to the server.'
    const make = said.status === 'degraded' ? warningFinding : errorFinding
    const what = said.status ? `${said.status}${reasonOf(said)}` : 'and is none of ours'
    return [make('server', `${fact} ${what}`, remedy), ...seen]
  } catch (error) {
    const remedy = 'See that the server runs, that the proxy leads to it, its certificate, and PUBLIC_URL.'
    return [errorFinding('server', `${url}: ${firstSentence(error)}`, remedy)]
  }
}

/**
 * Checks that the server sees the visitor's own address: not that of a proxy, and not one that the visitor claims.
 * Limits and known networks count by this address.
 */
export function checkPublicAddress(public_url: string, client_address: string): Finding {
  const remedy = 'Set TRUST_PROXY to the number of your proxies, or to their networks.'
  const about = 'visitors'
  if (client_address === FORGED)
    return errorFinding(
      about,
      `a request from here counts as ${FORGED}, which it only claimed: anybody can claim any`,
      remedy,
    )
  const isLocal = isLocalHost(new URL(public_url).hostname)
  const seen = client_address.replace(/^::ffff:/, '')
  if (!isLocal && (isLocalHost(seen) || seen === '::1'))
    return errorFinding(
      about,
      `a request from here counts as ${client_address}: that is a proxy, so all customers are one`,
      remedy,
    )
  return okFinding(about, `a request from here counts as ${client_address}; compare it with this machine's own address`)
}

const remedy = 'Lists are read from DATABASE_URL meanwhile. See the log of the standby, and DATABASE_READ_URL.'

/** Whether lists can be read from `DATABASE_READ_URL`: it is a standby of this database, and recent enough. */
export async function checkStandby(
  { pool }: Database,
  { database_read_url: url, database_read_lag }: Pick<Config, 'database_read_url' | 'database_read_lag'>,
  open: typeof openDatabase = openDatabase,
): Promise<Finding[]> {
  if (url === null) return []
  const there = open(url, { max: 1, standby: true, connectionTimeoutMillis: 5_000 })
  try {
    const objection = await standbyProblem(pool, there, url)
    if (objection) return [errorFinding('standby', objection.sentence, remedy)]
    const { rows } = await pool.query<{ end: string }>('select pg_current_wal_flush_lsn() as end')
    const wanted = parseLogPosition(rows[0]!.end)
    const asked = performance.now()
    for (;;) {
      const { rows: reached } = await there.pool.query<{ lsn: string }>('select pg_last_wal_replay_lsn() as lsn')
      const seconds = (performance.now() - asked) / 1_000
      if (parseLogPosition(reached[0]!.lsn) >= wanted)
        return [okFinding('standby', `answers, ${seconds.toFixed(1)} s behind`)]
      if (seconds > database_read_lag)
        return [errorFinding('standby', `more than the ${database_read_lag} s of DATABASE_READ_LAG behind`, remedy)]
      await sleep(100)
    }
  } catch (error) {
    return [errorFinding('standby', firstSentence(error), remedy)]
  } finally {
    await there.close()
  }
}

/** Checks everything that can be checked, whatever else is broken. Changes nothing and sends no messages. */
export async function runDoctor(env: Env, dataDir: string): Promise<Finding[]> {
  const { config, findings: settings } = checkSettings(env)
  const findings = [...settings, ...(await findMisspelled(env)), await checkDisk(dataDir), await checkBackups(env)]
  const url = env.DATABASE_URL && directDatabaseUrl(env)
  if (url) {
    const { database, findings: found } = await checkDatabase(url, config)
    findings.push(...found)
    if (database) {
      findings.push(...(await checkBacklog(database, shopSchedules)), ...(await checkArchivedLog(database, env)))
      if (config) findings.push(...(await checkStandby(database, config)))
      await database.close()
    }
  }
  if (!config) return findings
  return [
    ...findings,
    ...(await checkCertificate(config.public_url)),
    ...(await checkServer(config.public_url)),
    ...(await checkProviderAccounts(config)),
  ]
}

/** The settings as the server would read them; null with every reason if the server would refuse to start. */
export function checkSettings(env: Env): { config: Config | null; findings: Finding[] } {
  try {
    const config = readConfig(env)
    return { config, findings: [okFinding('settings', 'complete'), address(config.public_url), ...simulators(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const remedy = 'Set it in the environment of the server (or .env); .env.example says what each is.'
    return { config: null, findings: error.message.split('\n').map((found) => errorFinding('settings', found, remedy)) }
  }
}

function address(public_url: string): Finding {
  const { protocol, hostname } = new URL(public_url)
  if (isLocalHost(hostname))
    return warningFinding('address', `PUBLIC_URL is ${public_url}: this machine alone`, 'To sell, set it to https://….')
  if (protocol === 'https:') return okFinding('address', public_url)
  return errorFinding(
    'address',
    `PUBLIC_URL is ${public_url}: passwords and sessions go over the line in the clear`,
    'Put a proxy with a certificate before the server (deploy/) and set PUBLIC_URL to https://….',
  )
}

function simulators({ sandbox_url, public_url }: Config): Finding[] {
  if (sandbox_url === null) return [okFinding('sandbox', 'off')]
  const found = 'on: no money moves, and anybody reads its mail'
  const remedy = 'To sell, say SANDBOX=off and name the real providers.'
  return [
    isLocalHost(new URL(public_url).hostname)
      ? warningFinding('sandbox', found, remedy)
      : errorFinding('sandbox', found, remedy),
  ]
}
