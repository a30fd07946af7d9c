import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isServerOfCluster } from './embedded/postmaster.ts'
import { trimLog } from './embedded/trim-log.ts'
import { findEmbedded, startEmbedded } from './embedded.ts'
import { SetupError } from './setup-error.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi embedded '))
afterAll(async () => {
  // Stops a server that a failed test left running.
  if (await findEmbedded(dataDir)) await (await startEmbedded({ dataDir })).stop(0)
  await rm(dataDir, { recursive: true, force: true })
})
const cluster = join(dataDir, 'postgres')
const isUp = (pid: number) => isServerOfCluster(pid, cluster)

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts the shop's PostgreSQL from a separate process, which can be killed. */
async function startElsewhere() {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const { url, pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify({ url, pid }))
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout!, 'data')
  return { child, ...(JSON.parse(String(line)) as { url: string; pid: number }) }
}

test('a first start creates the data folder, in a path with spaces; data survive a stop', async () => {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const postgres = await startEmbedded({ dataDir, say })
  expect(postgres.started).toBe(true)
  expect(said.at(-1)).toContain('Making the database')
  // Also as root, whose PostgreSQL has another account: that one passes, and nobody else.
  expect(postgres.elsewhere).toBeUndefined()
  expect((await stat(dataDir)).mode & 0o067).toBe(0)
  expect(await findEmbedded(dataDir)).toBe(postgres.url)
  const settings = await query(
    postgres.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
    current_setting('server_encoding') as encoding, datcollate from pg_database where datname = 'kushi'`,
  )
  expect(settings).toEqual([{ fsync: 'on', sync: 'on', encoding: 'UTF8', datcollate: 'C' }])
  await query(postgres.url, `create table kept as select 'あ' as letter`)
  await postgres.stop()
  expect(await isUp(postgres.pid)).toBe(false)

  expect(await findEmbedded(dataDir)).toBeUndefined()
  const lines = said.length
  const again = await startEmbedded({ dataDir, say })
  expect(await query(again.url, 'select letter from kept')).toEqual([{ letter: 'あ' }])
  expect(said).toHaveLength(lines)
  await again.stop()
})

test('a PostgreSQL that a killed start left running is reused, and finally stopped', async () => {
  const killed = await startElsewhere()
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await isUp(killed.pid)).toBe(true)
  const postgres = await startEmbedded({ dataDir })
  expect([postgres.started, postgres.pid]).toEqual([false, killed.pid])
  await postgres.stop()
  expect(await isUp(killed.pid)).toBe(false)
})

test('two starts share one; the last to stop stops it', async () => {
  const [one, two] = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir })])
  expect(one.pid).toBe(two.pid)
  await one.stop()
  expect(await query(two.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await two.stop()
  expect(await isUp(two.pid)).toBe(false)
})

test('after a crash of PostgreSQL itself nothing committed is lost, and its users are notified', async () => {
  const postgres = await startEmbedded({ dataDir })
  const lost = new Promise<void>((resolve) => postgres.onLost(resolve))
  await query(postgres.url, `insert into kept values ('い')`)
  process.kill(postgres.pid, 'SIGKILL')
  await lost
  const again = await startEmbedded({ dataDir })
  expect(await query(again.url, 'select letter from kept order by letter')).toEqual([
    { letter: 'あ' },
    { letter: 'い' },
  ])
  await again.stop()
})

test('no connection works without the password, and the shop is not a superuser', async () => {
  const postgres = await startEmbedded({ dataDir })
  for (const role of ['kushi', 'postgres']) {
    const client = new pg.Client({ host: postgres.socketDir, user: role, password: 'guessed', database: 'kushi' })
    await expect(client.connect()).rejects.toThrow(`password authentication failed for user "${role}"`)
  }
  expect(
    await query(
      postgres.url,
      'select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ rolname: 'kushi', rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
  const scram = `select rolname from pg_authid where rolcanlogin and rolpassword like 'SCRAM-SHA-256$%' order by 1`
  expect(await query(postgres.adminUrl, scram)).toEqual([{ rolname: 'kushi' }, { rolname: 'postgres' }])
  expect((await stat(join(dataDir, 'database-passwords.json'))).mode & 0o777).toBe(0o600)
  if (process.getuid?.() === 0) {
    const { uid } = await stat(cluster)
    expect(await readFile('/etc/passwd', 'utf8')).toMatch(new RegExp(`^kushi-postgres:x:${uid}:`, 'm'))
  }
  await postgres.stop()
})

test('lost passwords are set again; those of another database are rejected with a sentence', async () => {
  const file = join(dataDir, 'database-passwords.json')
  const before = await readFile(file, 'utf8')
  await rm(file)
  const postgres = await startEmbedded({ dataDir })
  expect(await readFile(file, 'utf8')).not.toBe(before)
  expect(await query(postgres.url, 'select count(*)::int as n from kept')).toEqual([{ n: 2 }])
  await postgres.stop()
  const fitting = await readFile(file, 'utf8')
  await writeFile(file, before)
  const refused = await startEmbedded({ dataDir }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SetupError)
  expect((refused as Error).message).toMatch(/^The passwords in .* do not fit the database/)
  await writeFile(file, fitting)
  await (await startEmbedded({ dataDir })).stop()
})

test('after the death of one of its processes the start continues with it', async () => {
  const postgres = await startEmbedded({ dataDir })
  let lost = 0
  postgres.onLost(() => lost++)
  const client = new pg.Client(postgres.url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  process.kill(rows[0].pid, 'SIGKILL')
  await ended
  const keepers = `select count(*)::int as n from pg_stat_activity where application_name = 'kushi keeper'`
  await expect
    .poll(() => query(postgres.adminUrl, keepers).catch(() => undefined), { timeout: 10_000 })
    .toEqual([{ n: 1 }])
  expect(lost).toBe(0)
  await postgres.stop()
  expect(await isUp(postgres.pid)).toBe(false)
})

test('a PostgreSQL that is restarted after its end has the same address', async () => {
  const postgres = await startEmbedded({ dataDir })
  const lost = new Promise<void>((resolve) => postgres.onLost(resolve))
  process.kill(postgres.pid, 'SIGKILL')
  await lost
  const again = await startEmbedded({ dataDir, socketDir: postgres.socketDir })
  expect(again.url).toBe(postgres.url)
  expect(await query(postgres.url, 'select count(*)::int as n from kept')).toEqual([{ n: 2 }])
  await again.stop()
})

test('a copy of a data folder in use is a separate database', async () => {
  const postgres = await startEmbedded({ dataDir })
  await query(postgres.adminUrl, 'checkpoint')
  const copy = await mkdtemp(join(tmpdir(), 'kushi copy '))
  await chmod(copy, 0o755)
  await cp(dataDir, copy, { recursive: true })
  try {
    expect(await findEmbedded(copy)).toBeUndefined()
    const other = await startEmbedded({ dataDir: copy })
    expect([other.started, other.pid === postgres.pid]).toEqual([true, false])
    await query(other.url, `insert into kept values ('copy')`)
    expect(await query(postgres.url, `select from kept where letter = 'copy'`)).toEqual([])
    await other.stop()
    expect(await isUp(postgres.pid)).toBe(true)
    expect(await query(postgres.url, 'select count(*)::int as n from kept')).toEqual([{ n: 2 }])
  } finally {
    await postgres.stop()
    await rm(copy, { recursive: true })
  }
})

test('a data folder that contains only a link: its copy is rejected, moving it is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kushi linked '))
  const [original, elsewhere, copy] = ['original', 'elsewhere', 'copy'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await chmod(folder, 0o755)
  await mkdir(original)
  await mkdir(elsewhere)
  await symlink(join(elsewhere, 'postgres'), join(original, 'postgres'))
  const postgres = await startEmbedded({ dataDir: original })
  expect(postgres.elsewhere).toBe(join(elsewhere, 'postgres'))
  await cp(original, copy, { recursive: true, verbatimSymlinks: true })
  await expect(startEmbedded({ dataDir: copy })).rejects.toThrow(
    /copy is a copy of .*original, whose database lies elsewhere/,
  )
  await postgres.stop()
  await rm(original, { recursive: true })
  await (await startEmbedded({ dataDir: copy })).stop()
  await rm(elsewhere, { recursive: true })
  await expect(startEmbedded({ dataDir: copy })).rejects.toThrow(/was not copied with .*copy\. Bring that folder too/)
  await rm(folder, { recursive: true })
})

test.each(['another program', 'a PostgreSQL on another folder'])(
  'a pid file whose number now belongs to %s is no obstacle, and that process gets no signal',
  async (which) => {
    const foreign = await mkdtemp(join(tmpdir(), 'kushi-foreign-'))
    const args = ['-e', 'setInterval(() => undefined, 1000); console.log("up")']
    const child = spawn(process.execPath, args, {
      cwd: foreign,
      argv0: which === 'another program' ? 'node' : '/usr/lib/postgresql/bin/postgres',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout!, 'data')
    const socketDir = await mkdtemp(join(tmpdir(), 'kushi-pg-'))
    const lines = [child.pid, cluster, 0, 5432, socketDir, '', '  5432001  1', 'ready']
    await writeFile(join(cluster, 'postmaster.pid'), lines.join('\n'))
    const postgres = await startEmbedded({ dataDir })
    expect(postgres.started).toBe(true)
    await postgres.stop()
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    child.kill()
    for (const folder of [foreign, socketDir]) await rm(folder, { recursive: true })
  },
)

test('leftovers of a killed first start are deleted, files of a running one are not', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  const left = [`postgres-part-${gone.pid}-abc123`, `probe-${gone.pid}-abc123`]
  const atWork = `postgres-part-${process.pid}-abc123`
  for (const name of [...left, atWork]) await mkdir(join(dataDir, name))
  await (await startEmbedded({ dataDir })).stop()
  const names = await readdir(dataDir)
  expect(names).toContain(atWork)
  for (const name of left) expect(names).not.toContain(name)
})

test('its log is kept short, and PostgreSQL goes on writing into it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kushi-log-'))
  const log = join(folder, 'postgres.log')
  await writeFile(log, `${'x'.repeat(17 * 2 ** 20)}the end`)
  const { url, stop } = await startEmbedded({ dataDir: folder, settings: { log_min_duration_statement: '0' } })
  const before = await readFile(`${log}.1`, 'utf8')
  expect(before).toHaveLength(16 * 2 ** 20)
  expect(before.endsWith('xthe end')).toBe(true)
  await query(url, 'select 1')
  expect((await stat(log)).size).toBeLessThan(2 ** 20)
  await writeFile(log, 'x'.repeat(17 * 2 ** 20), { flag: 'a' })
  await trimLog(log)
  await query(url, 'select 2')
  const text = await readFile(log, 'utf8')
  expect(text).toContain('duration')
  expect(text).not.toContain('\0')
  // No room for the copy: the log that fills the disk goes anyway.
  await rm(`${log}.1`)
  await mkdir(`${log}.1`)
  await writeFile(log, 'x'.repeat(17 * 2 ** 20), { flag: 'a' })
  await trimLog(log)
  expect((await stat(log)).size).toBeLessThan(2 ** 20)
  await stop()
  await rm(folder, { recursive: true })
})

test.each([
  ['a cut control file', 'global/pg_control', /its files are damaged\. Restore the last backup.*restore <backup>/],
  ['no log', 'pg_wal', /its files are damaged\. Restore the last backup/],
])('%s: the start says the cause and the command', async (_, part, sentence) => {
  const damaged = await mkdtemp(join(tmpdir(), 'kushi-damaged-'))
  await (await startEmbedded({ dataDir: damaged })).stop()
  await rm(join(damaged, 'postgres', part), { recursive: true })
  if (part === 'pg_wal') await mkdir(join(damaged, 'postgres/pg_wal'), { mode: 0o777 })
  if (part === 'pg_wal') await chmod(join(damaged, 'postgres/pg_wal'), 0o777)
  const refused: unknown = await startEmbedded({ dataDir: damaged }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SetupError)
  expect((refused as Error).message).toMatch(sentence)
  expect((refused as Error).message.split('\n')).toHaveLength(1)
  await rm(damaged, { recursive: true })
})
