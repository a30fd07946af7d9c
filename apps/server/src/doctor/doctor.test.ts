import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { customer } from '@kushi/db/schema/customer'
import { operator } from '@kushi/db/schema/operator'
import { payment, payment_difference, payment_hold } from '@kushi/db/schema/payment'
import { person_sign } from '@kushi/db/schema/person'
import { shop_account } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { sealShopValues, secretBox } from '@kushi/shop/secret-box'
import { insertMembers } from '@kushi/shop/testing/order'
import { insertOrderRow } from '@kushi/shop/testing/rows'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'
import { checkBacklog } from './check-backlog.ts'
import { checkDatabase } from './check-database.ts'
import { checkProviderAccounts } from './check-providers.ts'
import {
  checkBackups,
  checkCertificate,
  checkDisk,
  checkPublicAddress,
  checkServer,
  checkSettings,
  runDoctor,
} from './doctor.ts'
import { findMisspelled } from './find-misspelled.ts'
import type { Finding } from './finding.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'kushi-doctor-'))
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})
const env = { ...environment(database.url, sandbox), PUBLIC_URL: server.url, SANDBOX_IN_PUBLIC: '' }
const config = readConfig(env)
const { pool, db } = database
const findingsOf = (findings: Finding[], state: Finding['state']) =>
  findings.filter((one) => one.state === state).map(({ about, found }) => `${about}: ${found}`)
const wrongs = (findings: Finding[]) => findingsOf(findings, 'wrong')
const schedules = { often: { cron: '* * * * *' }, daily: { cron: '7 4 * * *' } }

test('a shop on this machine: the only problem is that no process runs its jobs, and each finding has a remedy', async () => {
  // How full this machine's disk is does not belong here: below is a test of its own.
  const findings = (await runDoctor(env, folder)).filter(({ about }) => about !== 'disk')
  expect(wrongs(findings)).toEqual(['jobs: have never run here'])
  const notes = ['address', 'sandbox', 'backups', 'demo', 'operators']
  expect(findingsOf(findings, 'note').map((one) => one.split(':')[0])).toEqual(notes)
  for (const { state, remedy } of findings) expect(remedy === '').toBe(state === 'good')
})

test('wrong settings are reported together, and everything else is checked anyway', async () => {
  const findings = await runDoctor({ ...env, SANDBOX_URL: '', GMO_SHOP_ID: 'tshop00000001', PORT: 'x' }, folder)
  expect(wrongs(findings)).toEqual(
    expect.arrayContaining([
      'settings: GMO_SHOP_ID is the one of the simulators, which everybody knows: set your own.',
      'settings: PORT must be a whole number from 0 to 65535.',
      'settings: SECRET_KEY is not set.',
      'jobs: have never run here',
    ]),
  )
})

test('a certificate that has ended, ends soon, or can not be read', async () => {
  const look = async (days: number | null | Error) =>
    (
      await checkCertificate('https://shop.example', async () => (days instanceof Error ? Promise.reject(days) : days))
    ).map(({ state, found }) => `${state}: ${found}`)
  expect(await look(null)).toEqual([])
  expect(await look(-2.5)).toEqual(['wrong: ended 3 days ago: no browser opens the shop'])
  expect(await look(6.9)).toEqual(['wrong: holds for 6 days'])
  expect(await look(20)).toEqual(['note: holds for 20 days'])
  expect(await look(60)).toEqual(['good: holds for 60 days'])
  expect(await look(new Error('no answer'))).toEqual(['wrong: no answer'])
})

test('keys: a later one that still seals something, and one that may go', async () => {
  const [first, later] = ['one key of thirty-two characters', config.secret_keys[0]!]
  const look = async (...secret_keys: string[]) => {
    const { database: open, findings } = await checkDatabase(database.url, { ...config, secret_keys })
    await open!.close()
    return findings.filter(({ about }) => about === 'secrets').map(({ found }) => found)
  }
  const totp_secret = secretBox([later]).seal('x')
  await db.insert(operator).values({ email: 'k@shop.example', name: 'き', totp_secret, created_at: new Date() })
  expect(await look(first, later)).toEqual(['a part is sealed with the later key'])
  expect(await look(later, first)).toEqual(['nothing is sealed with the later key'])
  const [signed] = secretBox([first]).signsOf('x')
  const [member] = await db.select({ id: customer.id }).from(customer).where(eq(customer.shop_id, 2)).limit(1)
  const mailbox = {
    shop_id: 2,
    sign: signed!,
    customer_id: member!.id,
    kind: 'mailbox' as const,
    created_at: new Date(),
  }
  await db.insert(person_sign).values(mailbox)
  expect(await look(later, first)).toEqual(['1 signs of persons are of the later key'])
  await db.delete(person_sign)
  expect(await look(first)).toEqual(['SECRET_KEY does not open what the database keeps (operator)'])
  expect(await look(later)).toEqual([])
  await db.delete(operator)
})

test('http and the sandbox on a public address', () => {
  const { findings } = checkSettings(environment(database.url, sandbox))
  expect(wrongs(findings).map((one) => one.split(':')[0])).toEqual(['address', 'sandbox'])
})

test('a database that is unreachable, without tables, or with another clock', async () => {
  const away = await checkDatabase('postgres://nobody@127.0.0.1:1/kushi', config)
  expect(wrongs(away.findings)).toEqual([expect.stringContaining('no PostgreSQL answers there')])
  expect(away.database).toBeNull()
  const bare = await checkDatabase(database.url.replace(/\/test_[^?]*/, '/postgres'), config)
  expect(wrongs(bare.findings)).toEqual(['tables: missing, or of an older version'])
  const late = await checkDatabase(database.url, config, () => Date.now() - 60_000)
  expect(wrongs(late.findings)).toEqual([expect.stringMatching(/^time: .* (59|60)\.\d s apart$/)])
  await late.database!.close()
})

test('tables of a newer version, as a rollback leaves them', async () => {
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)`)
  const { database: open, findings } = await checkDatabase(database.url, config)
  await open!.close()
  await pool.query(`delete from drizzle.__drizzle_migrations where hash = 'next'`)
  expect(findingsOf(findings, 'note')).toContain('tables: of a newer version, with which this one works on')
})

test.each<[string, { status?: string; database?: string; jobs?: string; overdue?: string[] }, string]>([
  ['full', { status: 'unavailable', database: 'full' }, 'wrong: answers 503 unavailable: its database has no room'],
  ['away', { status: 'unavailable', database: 'away' }, 'wrong: answers 503 unavailable: its database does not answer'],
  [
    'starting',
    { status: 'unavailable', database: 'ok', jobs: 'starting' },
    'wrong: answers 503 unavailable: its jobs have not begun',
  ],
  [
    'overdue',
    { status: 'degraded', database: 'ok', overdue: ['order-repeat'] },
    'note: answers 200 degraded: overdue order-repeat',
  ],
  ['foreign', {}, 'wrong: answers 200 and is none of ours'],
])('why the server is not ready: %s', async (_, answer, sentence) => {
  const other = createServer((_request, response) => {
    response.writeHead(answer.status === 'unavailable' ? 503 : 200).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const [finding] = await checkServer(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
  other.close()
  expect(`${finding!.state}: ${finding!.found.replace(/^\S+ /, '')}`).toBe(sentence)
})

/** What doctor calls the fault of an alert; null: it shows only over time, in the log and on the dashboard. */
const ALERTS: Record<string, string | null> = {
  KushiAway: 'server',
  KushiUnreachable: 'server',
  KushiUnmeasured: null,
  KushiDatabaseAway: 'database',
  KushiStandbyBehind: 'standby',
  KushiErrors: null,
  KushiSlow: null,
  KushiNobodyDoesJobs: 'jobs',
  KushiJobsOverdue: 'jobs',
  KushiRunBroken: 'jobs',
  KushiJobFails: 'jobs',
  KushiOutboxStuck: 'outbox',
  KushiMessagesGivenUp: 'outbox',
  KushiDifferences: 'payments',
  KushiPaymentsStand: 'payments',
  KushiProviderFails: 'クレジットカード',
  KushiPoolExhausted: null,
  KushiLoopHeldUp: null,
  KushiDiskFills: 'disk',
  KushiDiskFull: 'disk',
  KushiBackupLate: 'backups',
  KushiBackupUnknown: 'backups',
  KushiLogNotArchived: 'log',
  KushiShopsHeld: 'payments',
  KushiCertificateEnds: 'certificate',
  KushiCertificateEnded: 'certificate',
  KushiCertificateUnknown: 'certificate',
}

test('each alert has its sentence here, and its page of runbook quotes it', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const rules = await readFile(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  expect([...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(ALERTS))
  const pages = (await readFile(join(root, 'docs/runbooks.md'), 'utf8')).split(/^## /m).slice(1)
  const names = (await readdir(import.meta.dirname)).filter((name) => !name.includes('test'))
  const sources = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const known = new Set([...sources.join('').matchAll(/(?:Finding|make)\(\s*'([a-z]+)'/g)].map(([, about]) => about))
  for (const [alert, about] of Object.entries(ALERTS)) {
    if (about === null || about === 'クレジットカード') continue
    const page = pages.find((one) => one.includes(`\`${alert}\``))
    expect([alert, page?.includes(`\`${about}: `)]).toEqual([alert, true])
  }
  const quoted = pages.flatMap((page) => [...page.matchAll(/`([a-z]+): [^`]*`/g)].map(([, about]) => about!))
  expect(quoted.filter((about) => !known.has(about))).toEqual([])
})

test('what a sentence says of a page of docs is there: the page, and the heading that it names', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const names = (await readdir(import.meta.dirname)).filter((name) => !name.includes('test'))
  const sources = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const named = [...sources.join('').matchAll(/(docs\/[\w-]+\.md)(?:, [“"]([^”"]+)[”"])?/g)]
  expect(named.length).toBeGreaterThan(4)
  for (const [said, page, heading] of named) {
    const text = await readFile(join(root, page!), 'utf8').catch(() => '')
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, one]) => one)
    expect([said, headings.length > 0, !heading || headings.includes(heading)]).toEqual([said, true, true])
  }
})

test('a misspelled name is said with the one that was meant; names of others are not ours', async () => {
  const own = { DATABSE_URL: 'x', BACKUP_MARC: 'x', TRUST_PROXI: '1', PATH: 'x', HOSTNAME: 'x', TERM: 'x', PORT: '1' }
  const found = await findMisspelled(own)
  expect(found.map(({ found: fact }) => fact)).toEqual([
    'DATABSE_URL is read by nothing',
    'BACKUP_MARC is read by nothing',
    'TRUST_PROXI is read by nothing',
  ])
  expect(found.map(({ remedy }) => remedy)).toEqual([
    'Was DATABASE_URL meant?',
    'Was BACKUP_MARK meant?',
    'Was TRUST_PROXY meant?',
  ])
})

test('the demo database under a live shop, and a SECRET_KEY that decrypts nothing', async () => {
  const totp_secret = (await server.deps.base(2)).secrets.seal('x')
  const person = { email: 'a@shop.example', name: 'あ', password_hash: 'x', totp_secret, created_at: new Date() }
  await db.insert(operator).values(person)
  const own = { ...config, sandbox_url: null, secret_keys: ['another key of thirty-two characters'] }
  const { database: open, findings } = await checkDatabase(database.url, own)
  await open!.close()
  expect(wrongs(findings).map((one) => one.split(':')[0])).toEqual(['demo', 'secrets'])
})

test("accounts of a shop that can't be opened, or are another shop's, and none that can", async () => {
  const secrets = (await server.deps.base(2)).secrets
  const seal = (shop_id: number) => sealShopValues(secrets, { shop_id, values: {} })
  await db.insert(shop_account).values([
    { shop_id: 2, sealed: seal(2), updated_at: new Date() },
    { shop_id: 3, sealed: seal(2), updated_at: new Date() },
  ])
  const { database: open, findings } = await checkDatabase(database.url, config)
  await open!.close()
  await db.delete(shop_account)
  expect(wrongs(findings)).toEqual([expect.stringMatching(/^accounts: those of shop 3 can't be opened/)])
  expect(findings.find(({ about }) => about === 'accounts')?.remedy).toContain('accounts forget --shop 3')
})

test('jobs that do not run, overdue jobs, and messages that are stuck or failed', async () => {
  const boss = jobQueue(database, () => undefined)
  await boss.start()
  for (const [name, { cron }] of Object.entries(schedules)) {
    await boss.createQueue(name)
    await boss.schedule(name, cron)
  }
  await boss.stop({ graceful: false })
  const ran = (name: string, ago: string) =>
    pool.query(`insert into pgboss.job (name, state, started_on) values ($1, 'completed', now() - $2::interval)`, [
      name,
      ago,
    ])
  expect(wrongs(await checkBacklog(database, schedules))).toEqual(['jobs: have never run here'])
  await ran('often', '40 minutes')
  expect(wrongs(await checkBacklog(database, schedules))).toEqual(['jobs: none began for 40 minutes'])
  await ran('often', '10 seconds')
  expect(wrongs(await checkBacklog(database, schedules))).toEqual([])
  await pool.query(`update pgboss.schedule set created_on = now() - interval '9 days'`)
  await ran('daily', '3 days')
  expect(wrongs(await checkBacklog(database, schedules))).toEqual(['jobs: overdue: daily'])

  const mail = { shop_id: 2, kind: 'mail' as const, payload: {} }
  const before = new Date(Date.now() - 90 * 60_000)
  await db.insert(outbox).values([
    { ...mail, dedupe_key: 'failed', failed_at: new Date() },
    { ...mail, dedupe_key: 'rests', created_at: before },
    { ...mail, dedupe_key: 'fresh' },
  ])
  await db.insert(payment_hold).values({ shop_id: 2, reason: 'restored' })
  const findings = await checkBacklog(database, {})
  expect(wrongs(findings)[0]).toMatch(/^payments: nothing is charged in shop 2 since .*: restored$/)
  expect(findingsOf(findings, 'note')).toEqual(['outbox: 1 messages were given up'])
  expect(wrongs(findings)).toContain('outbox: 1 messages wait, the oldest for 90 minutes')
})

test('payments that stand for an hour, and those that differ from the provider’s', async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  const [member] = await db
    .select()
    .from(customer)
    .where(inArray(customer.id, await insertMembers(db, 1)))
  const { id: order_id } = await insertOrderRow(db, member!, [{ product_sku_id: 101 }])
  const open = { shop_id: 2, order_id, payment_method_id: 1, amount: 1000, state: 'returned' } as const
  const [paid] = await db
    .insert(payment)
    .values([
      { ...open, provider_order_id: 'DOCTOR-1', updated_at: hours(3) },
      { ...open, provider_order_id: 'DOCTOR-2' },
      { ...open, provider_order_id: 'DOCTOR-3', state: 'captured', updated_at: hours(3) },
    ])
    .returning()
  const ours = { state: 'captured', amount: 1000, refunded_amount: 0 } as const
  await db
    .insert(payment_difference)
    .values({ shop_id: 2, payment_id: paid!.id, ours, theirs: null, found_at: hours(1) })
  const of = async () => wrongs(await checkBacklog(database, {})).filter((one) => one.startsWith('payments: 1 '))
  expect(await of()).toEqual([
    'payments: 1 neither made nor refused, the oldest for 180 minutes',
    "payments: 1 differ from the provider's",
  ])
  await db.update(payment_difference).set({ resolved_at: hours(0) })
  await db.update(payment).set({ state: 'captured' })
  expect(await of()).toEqual([])
})

test('a provider that is unreachable, one that rejects the account, and a missing mail server', async () => {
  expect(wrongs(await checkProviderAccounts(config))).toEqual([])
  const foreign = { ...config, gmo: { ...config.gmo!, shop_pass: 'another' }, smtp_url: 'smtp://127.0.0.1:1' }
  const found = wrongs(
    await checkProviderAccounts({ ...foreign, postcode: { base_url: 'http://127.0.0.1:1', api_key: 'x' } }),
  )
  expect(found.map((one) => one.split(':')[0])).toEqual(['mail', 'クレジットカード', 'postcodes'])
  const gateway = gmoGatewayClient(sandbox)
  await gateway.fault('SearchTrade', 'timeout', 9)
  expect(wrongs(await checkProviderAccounts(config, 500))).toEqual(['クレジットカード: no answer in 0.5 s'])
  await gateway.clearFaults()
})

test('a disk that is nearly full, and backups that are late or missing', async () => {
  const room = (free: number) => checkDisk(folder, async () => ({ free: free * 2 ** 30, all: 100 * 2 ** 30 }))
  expect([(await room(0.5)).state, (await room(5)).state, (await room(50)).state]).toEqual(['wrong', 'note', 'good'])
  const mark = join(folder, 'mark')
  expect((await checkBackups({ BACKUP_MARK: mark })).state).toBe('wrong')
  await writeFile(mark, '')
  expect((await checkBackups({ BACKUP_MARK: mark })).state).toBe('good')
  const old = new Date(Date.now() - 30 * 3_600_000)
  await utimes(mark, old, old)
  expect(await checkBackups({ BACKUP_MARK: mark })).toMatchObject({
    state: 'wrong',
    found: 'the last is 30 hours old',
  })
  expect((await checkBackups({ BACKUP_MARK: mark, BACKUP_HOURS: '48' })).state).toBe('good')
})

test.each([
  ['a claim is believed', '192.0.2.77', 'wrong'],
  ['the proxy counts as the visitor', '127.0.0.1', 'wrong'],
  ['the same, as an IPv6 socket names it', '::ffff:127.0.0.1', 'wrong'],
  ['a visitor', '203.0.113.9', 'good'],
])('whom a request from here counts as: %s', (_, address, state) => {
  expect(checkPublicAddress('https://shop.example', address).state).toBe(state)
})
