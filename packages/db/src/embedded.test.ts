import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isPostgres } from './embedded/postmaster.ts'
import { startEmbedded } from './embedded.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi embedded '))
// Reachable for the account that PostgreSQL runs under when we are root.
await chmod(dataDir, 0o755)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A start in a process of its own, which can be killed. */
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

test('a first start makes the data folder, in a path with spaces; what is written outlives a stop', async () => {
  let first = 0
  const postgres = await startEmbedded({ dataDir, onFirst: () => first++ })
  expect([postgres.started, first]).toEqual([true, 1])
  const settings = await query(
    postgres.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
    current_setting('server_encoding') as encoding, datcollate from pg_database where datname = 'kushi'`,
  )
  expect(settings).toEqual([{ fsync: 'on', sync: 'on', encoding: 'UTF8', datcollate: 'C' }])
  await query(postgres.url, `create table kept as select 'あ' as letter`)
  await postgres.stop()
  expect(await isPostgres(postgres.pid)).toBe(false)

  const again = await startEmbedded({ dataDir, onFirst: () => first++ })
  expect(await query(again.url, 'select letter from kept')).toEqual([{ letter: 'あ' }])
  expect(first).toBe(1)
  await again.stop()
})

test('one that a killed start has left running is taken over, and stopped at last', async () => {
  const killed = await startElsewhere()
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await isPostgres(killed.pid)).toBe(true)
  const postgres = await startEmbedded({ dataDir })
  expect([postgres.started, postgres.pid]).toEqual([false, killed.pid])
  await postgres.stop()
  expect(await isPostgres(killed.pid)).toBe(false)
})

test('two starts share one; the last to stop stops it', async () => {
  const [one, two] = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir })])
  expect(one.pid).toBe(two.pid)
  await one.stop()
  expect(await query(two.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await two.stop()
  expect(await isPostgres(two.pid)).toBe(false)
})

test('after a crash of PostgreSQL itself nothing committed is lost, and whoever used it hears of it', async () => {
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

test('a pid file whose number belongs to another program now is no obstacle', async () => {
  const socketDir = join(tmpdir(), 'kushi-pg-gone')
  const lines = [process.pid, join(dataDir, 'postgres'), 0, 5432, socketDir, '', '  5432001  1', 'ready']
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), lines.join('\n'))
  const postgres = await startEmbedded({ dataDir })
  expect(postgres.started).toBe(true)
  await postgres.stop()
})
