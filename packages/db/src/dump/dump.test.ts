import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readTables } from '../releases.ts'
import { SetupError } from '../setup-error.ts'
import { administer, databaseUrl, testDatabase } from '../testing.ts'
import { type DumpManifest, dumpDatabase } from './dump.ts'
import { loadDatabase, readDumpFolder } from './load.ts'

const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'kushi-dump-'))
const made: string[] = []
afterAll(async () => {
  await database.close()
  for (const name of made) await administer(database.url, `drop database ${name} with (force)`)
  await rm(folder, { recursive: true })
})

/** An empty database whose locale sorts otherwise. */
async function empty(): Promise<string> {
  const name = `test_dump_${randomBytes(4).toString('hex')}`
  await administer(database.url, `create database ${name}`)
  made.push(name)
  return databaseUrl(database.url, name)
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  return work(client).finally(() => client.end())
}

const rowsOf = async (url: string) =>
  Object.fromEntries(
    Object.entries(await on(url, readTables)).map(([name, rows]) => [
      name,
      rows.map((row) => JSON.stringify(row)).sort(),
    ]),
  )

const source = join(folder, 'whole')

test('a dump that is loaded has every row, goes on numbering, and charges nothing', async () => {
  const awkward = `'タブ' || chr(9) || chr(10) || chr(13) || '\\\\N \\\\. "' || chr(8) || '絵文字😀'`
  await database.pool.query(`update customer set name01 = ${awkward} where id = (select min(id) from customer)`)
  const { tables, made_at } = await dumpDatabase(database.url, source)
  expect(tables.length).toBeGreaterThan(100)
  expect((await readdir(folder)).sort()).toEqual(['whole'])

  const url = await empty()
  const loaded = await loadDatabase(url, await readDumpFolder(source), { hold: `loaded from ${made_at}` })
  expect(loaded.rows).toBe(tables.reduce((sum, { rows }) => sum + rows, 0))
  const [before, after] = [await rowsOf(database.url), await rowsOf(url)]
  const { payment_hold: holds, ...rest } = after
  expect(rest).toEqual(before)
  expect(holds).toEqual([expect.stringContaining(made_at), expect.stringContaining(made_at)])
  const next = `select last_value from pg_sequences where schemaname = 'public' order by sequencename`
  const numbers = async (at: string) => (await on(at, (client) => client.query(next))).rows
  expect(await numbers(url)).toEqual(await numbers(database.url))
  // Keys and triggers are back.
  await expect(on(url, (client) => client.query('delete from shop'))).rejects.toThrow(/foreign key/)
  const isOff = `select 1 from pg_trigger where tgenabled <> 'O'`
  expect((await on(url, (client) => client.query(isOff))).rowCount).toBe(0)

  await expect(loadDatabase(url, await readDumpFolder(source), { hold: null })).rejects.toThrow(/is not empty/)
})

const damages: [string, (part: string) => Promise<unknown>, RegExp][] = [
  ['a changed row', (part) => change(part, (text) => text.replace('椿野', '桐野')), /not those that were dumped/],
  ['a missing row', (part) => change(part, (text) => text.slice(text.indexOf('\n') + 1)), /not those that were dumped/],
  ['a cut file', (part) => cut(join(part, 'shop.copy.gz')), /can't be loaded \(unexpected end of file\)/],
  ['a missing file', (part) => rm(join(part, 'shop.copy.gz')), /can't be loaded \(ENOENT/],
  ['other bytes at its end', (part) => appendFile(join(part, 'shop.copy.gz'), 'x'), /can't be loaded \(/],
  [
    'a migration that is not known',
    async (part) => {
      const manifest = JSON.parse(await readFile(join(part, 'dump.json'), 'utf8')) as DumpManifest
      manifest.migrations.__drizzle_migrations!.push(9e12)
      await writeFile(join(part, 'dump.json'), JSON.stringify(manifest))
    },
    /of a newer version/,
  ],
  ['no manifest', (part) => rm(join(part, 'dump.json')), /is no folder that dump made/],
]

async function change(part: string, how: (text: string) => string): Promise<void> {
  const file = join(part, 'shop.copy.gz')
  const text = String(await promisify(gunzip)(await readFile(file)))
  await writeFile(file, await promisify(gzip)(how(text)))
}
const cut = async (file: string) => writeFile(file, (await readFile(file)).subarray(0, 60))

test('a damaged dump is refused as a whole, and the whole one fits in afterwards', async () => {
  const url = await empty()
  for (const [what, damage, sentence] of damages) {
    const part = join(folder, 'damaged')
    await dumpDatabase(database.url, part)
    await damage(part)
    const refused: unknown = await readDumpFolder(part)
      .then((one) => loadDatabase(url, one, { hold: null }))
      .catch((error: unknown) => error)
    expect(refused, what).toBeInstanceOf(SetupError)
    expect((refused as Error).message, what).toMatch(sentence)
    const left = on(url, (client) =>
      client.query('select from shop').then(
        ({ rowCount }) => rowCount,
        () => 0,
      ),
    )
    expect(await left, what).toBe(0)
    await rm(part, { recursive: true })
  }
  expect((await loadDatabase(url, await readDumpFolder(source), { hold: null })).tables).toBeGreaterThan(100)
})
