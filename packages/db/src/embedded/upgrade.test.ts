import { access, chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '../embedded.ts'
import { setUp } from '../setup.ts'
import { findBinaries, majorVersionOf } from './binaries.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi-major-'))
const cluster = join(dataDir, 'postgres')
const versionFile = join(cluster, 'PG_VERSION')
let running: EmbeddedServer | undefined
afterAll(async () => {
  await running?.stop(0)
  await rm(dataDir, { recursive: true, force: true })
})

const said: string[] = []
async function start(archive?: string): Promise<EmbeddedServer> {
  running = await startEmbedded({ dataDir, archive, say: (line) => void said.push(line) })
  return running
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const native = await findBinaries(undefined, dataDir)
const major = await majorVersionOf(native)

test('a database of an earlier or a later PostgreSQL that is not here: the sentence says what to type', async () => {
  await (await start()).stop()
  for (const [other, sentence] of [
    ['1', /is one of PostgreSQL 1, .* has \d+ alone\. .*shop -- dump FOLDER.*shop -- load FOLDER/],
    ['99', /is one of PostgreSQL 99/],
  ] as const) {
    await writeFile(versionFile, `${other}\n`)
    await expect(start()).rejects.toThrow(sentence)
    expect(await readFile(versionFile, 'utf8')).toBe(`${other}\n`)
  }
  await writeFile(versionFile, `${major}\n`)
})

/** The PostgreSQL of today in the part of an earlier one: it takes the file that names the version for its own. */
async function pretendEarlier(): Promise<void> {
  const folder = join(dataDir, `postgresql-${major - 1}.9`)
  await cp(native, folder, { recursive: true })
  const program = join(folder, 'bin/postgres')
  await rename(program, join(folder, 'bin/postgres-real'))
  const text = `#!/bin/sh\n[ "$1" != -D ] || echo ${major} >"$2/PG_VERSION"\nexec "$(dirname "$0")/postgres-real" "$@"\n`
  await writeFile(program, text)
  await chmod(program, 0o755)
  await writeFile(versionFile, `${major - 1}\n`)
}

test('a start with a newer PostgreSQL moves the database, keeps the one before, and says so', async () => {
  const archive = join(dataDir, 'log')
  const { url, stop } = await start()
  await setUp(url, { demo: true })
  const before = await ask(url, 'select id, name01 from customer order by id')
  await stop()
  await writeFile(join(cluster, 'kushi-restored'), 'restored from a test')
  await mkdir(archive)
  await writeFile(join(archive, '000000010000000000000001.gz'), '')
  await pretendEarlier()
  said.length = 0

  const after = await start(archive)
  expect(said.at(-2)).toMatch(
    new RegExp(`one of PostgreSQL ${major}: \\d+ rows of \\d+ tables, .*postgres-${major - 1};.*Make a backup now`),
  )
  expect(await ask(after.url, 'select id, name01 from customer order by id')).toEqual(before)
  expect(await ask(after.url, 'select distinct reason from payment_hold')).toEqual([{ reason: 'restored from a test' }])
  await setUp(after.url)
  await after.stop()
  expect((await readdir(dataDir)).sort()).toEqual(
    expect.arrayContaining(['log', `log-postgresql-${major - 1}`, 'postgres', `postgres-${major - 1}`]),
  )
  expect((await readdir(dataDir)).filter((name) => name.includes('-part-'))).toEqual([])
})

test('an upgrade that was killed between its last steps begins again, with nothing lost', async () => {
  await rm(cluster, { recursive: true })
  await writeFile(join(dataDir, `postgres-${major - 1}`, 'PG_VERSION'), `${major - 1}\n`)
  const { url, stop } = await start()
  expect(await ask(url, 'select count(*)::int > 1 as is_full from customer')).toEqual([{ is_full: true }])
  await stop()
  await access(join(dataDir, `postgres-${major - 1}`))
})
