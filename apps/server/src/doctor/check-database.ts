import { setupCommand, shopCommand } from '@kushi/db/command-hints'
import { type Database, openDatabase } from '@kushi/db/connect'
import { explainDatabaseError } from '@kushi/db/explain'
import { isDemoDatabase } from '@kushi/db/is-demo'
import { isSchemaCurrent, isSchemaNewer } from '@kushi/db/migrate'
import { operator } from '@kushi/db/schema/operator'
import { person_sign } from '@kushi/db/schema/person'
import { shop_account } from '@kushi/db/schema/shop'
import { listSealed, type SealedCount } from '@kushi/db/sealed'
import { openShopValues, type SecretBox, secretBox } from '@kushi/shop/secret-box'
import { isNotNull, sql } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import { errorFinding, type Finding, firstSentence, okFinding, warningFinding } from './finding.ts'

const oldest = 14

/** Checks the database and leaves it open for further checks; null: it is missing or lacks our tables. */
export async function checkDatabase(
  url: string,
  config: Config | null,
  now: () => number = Date.now,
): Promise<{ database: Database | null; findings: Finding[] }> {
  const database = openDatabase(url, { max: 3, pooled: Boolean(config?.database_direct_url), standby: true })
  const findings: Finding[] = []
  try {
    findings.push(...(await server(database, now)))
    if (await isSchemaCurrent(database.pool)) {
      findings.push(
        (await isSchemaNewer(database.pool))
          ? warningFinding(
              'tables',
              'of a newer version, with which this one works on',
              'Right after a rollback: docs/runbooks.md, "Rollback of an upgrade". Else start the newer version.',
            )
          : okFinding('tables', 'of this version'),
      )
      if (config) findings.push(...(await contents(database, config)))
      return { database, findings }
    }
    findings.push(
      errorFinding('tables', 'missing, or of an older version', `Run ${setupCommand()} with the same DATABASE_URL.`),
    )
  } catch (error) {
    const message = firstSentence(explainDatabaseError(error, url))
    findings.push(errorFinding('database', message, 'See that PostgreSQL runs and that DATABASE_URL leads to it.'))
  }
  await database.close()
  return { database: null, findings }
}

async function server({ pool }: Database, now: () => number): Promise<Finding[]> {
  // The first query also opens the connection, which must not count as clock difference.
  const version = await pool.query<{ version: number; name: string; isCopy: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name,
            pg_is_in_recovery() as "isCopy"`,
  )
  const { version: major, name, isCopy } = version.rows[0]!
  const before = now()
  const { rows } = await pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float * 1000 as at')
  const off = (rows[0]!.at - (before + now()) / 2) / 1000
  const apart = `${Math.abs(off).toFixed(1)} s apart`
  const clocks = 'Run an NTP client (chrony, systemd-timesyncd) on both machines.'
  return [
    major >= oldest
      ? okFinding('database', `PostgreSQL ${name}, no extension needed`)
      : errorFinding('database', `PostgreSQL ${name}`, `Kushi needs ${oldest} or later: move to a newer server.`),
    ...(isCopy ? [errorFinding('database', 'is a read-only copy', 'Let DATABASE_URL lead to the primary.')] : []),
    Math.abs(off) < 2
      ? okFinding('time', `clocks of this machine and the database ${apart}`)
      : errorFinding('time', `clocks of this machine and the database ${apart}`, clocks),
  ]
}

async function contents(database: Database, config: Config): Promise<Finding[]> {
  const { db } = database
  const box = secretBox(config.secret_keys)
  const demo = await isDemoDatabase(db)
  const people = await db.select({ id: operator.id }).from(operator).where(isNotNull(operator.password_hash)).limit(50)
  const accounts = await db.select().from(shop_account).orderBy(shop_account.shop_id)
  const unread = accounts.filter(({ shop_id, sealed }) => !succeeds(() => openShopValues(box, shop_id, sealed)))
  return [
    !demo
      ? okFinding('demo', 'not in this database')
      : (config.sandbox_url === null ? errorFinding : warningFinding)(
          ...(['demo', 'its members and goods are in this database'] as const),
          'To sell, take an empty database (DATABASE_URL or DATA_DIR).',
        ),
    people.length > 0
      ? okFinding('operators', `${people.length} can sign in`)
      : warningFinding('operators', 'nobody can sign in to /admin/', `Run ${shopCommand('operator invite <e-mail>')}.`),
    ...unread.map(({ shop_id }) =>
      errorFinding(
        'accounts',
        `those of shop ${shop_id} can't be opened: it has no provider now, and nothing of it is charged`,
        `Put the key that was used before behind the new one: SECRET_KEY=new,old. Is it lost: ${shopCommand(`accounts forget --shop ${shop_id}`)}, and set them anew.`,
      ),
    ),
    ...secrets(box, await listSealed(db), {
      keys: config.secret_keys.length,
      signs: await countLaterSigns(database, box),
    }),
  ]
}

/** Signs of persons by a later key of SECRET_KEY. */
async function countLaterSigns({ db }: Database, box: SecretBox): Promise<number> {
  const later = box.signsOf('').slice(1)
  if (later.length === 0) return 0
  const keys = later.map((sign) => sign.split('.')[0]!)
  return db.$count(person_sign, sql`split_part(${person_sign.sign}, '.', 1) = any(${sql.param(keys)}::text[])`)
}

function secrets(box: SecretBox, all: SealedCount[], { keys, signs }: { keys: number; signs: number }): Finding[] {
  const closed = all.filter(({ sealed }) => !succeeds(() => box.open(sealed)))
  if (closed.length > 0)
    return [
      errorFinding(
        'secrets',
        `SECRET_KEY does not open what the database keeps (${[...new Set(closed.map(({ table }) => table))].join(', ')})`,
        `Put the key that was used before behind the new one: SECRET_KEY=new,old. Is it lost: ${shopCommand('keys show')} says the way back.`,
      ),
    ]
  if (keys === 1) return []
  const isRenewed = all.every(({ sealed }) => box.isOfFirstKey(sealed))
  if (isRenewed && signs > 0)
    return [
      warningFinding(
        'secrets',
        `${signs} signs of persons are of the later key`,
        'A job makes those of orders anew within the hour. The others are e-mails and LINE of guests of another system and of who has left: without that key they count as new persons.',
      ),
    ]
  if (isRenewed)
    return [
      warningFinding(
        'secrets',
        'nothing is sealed with the later key',
        'It may go: SECRET_KEY=new, and restart each process.',
      ),
    ]
  return [
    warningFinding(
      'secrets',
      'a part is sealed with the later key',
      `${shopCommand('keys renew')} seals it with the first.`,
    ),
  ]
}

function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
