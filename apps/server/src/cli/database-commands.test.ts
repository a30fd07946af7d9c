import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbedded, startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { administer, databaseUrl, testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { backUpCommand } from './backup.ts'
import { dumpShop, loadShopDump, moveShopToDatabase, runSqlCommand } from './database-commands.ts'

const database = await testDatabase({ demo: false })
const folder = await mkdtemp(join(tmpdir(), 'kushi-ways-'))
// Makes the folder accessible for PostgreSQL's account when the test runs as root.
await chmod(folder, 0o755)
const name = `test_ways_${randomBytes(4).toString('hex')}`
await administer(database.url, `create database ${name}`)
const empty = databaseUrl(database.url, name)
afterAll(async () => {
  await administer(database.url, `drop database ${name} with (force)`)
  await database.close()
  await rm(folder, { recursive: true })
})

const [first, second] = [join(folder, 'first'), join(folder, 'second')]
const members = 'select count(*)::int > 0 as n from customer'

test('a stopped shop moves into another PostgreSQL, goes on there, and does not start here again', async () => {
  const postgres = await startEmbedded({ dataDir: first })
  await setUp(postgres.url, { demo: true })
  await postgres.stop()
  expect(await runSqlCommand([members], { DATA_DIR: first })).toBe('n\ntrue')

  await expect(moveShopToDatabase([], { DATA_DIR: first })).rejects.toThrow('Set DATABASE_URL')
  await expect(moveShopToDatabase([], { DATA_DIR: first, DATABASE_URL: database.url })).rejects.toThrow('is not empty')
  expect(await moveShopToDatabase([], { DATA_DIR: first, DATABASE_URL: empty })).toMatch(
    /^\d+ rows of \d+ tables are in postgres:/,
  )
  expect(await runSqlCommand([members], { DATABASE_URL: empty })).toBe('n\ntrue')
  expect(await runSqlCommand(['select from payment_hold'], { DATABASE_URL: empty })).toBe('SELECT 0')
  await expect(startEmbedded({ dataDir: first })).rejects.toThrow('moved into another database: set DATABASE_URL')
  expect(await findEmbedded(first)).toBeUndefined()
})

test('a database without a shop is not copied', async () => {
  await expect(
    dumpShop([join(folder, 'none')], { DATABASE_URL: databaseUrl(database.url, 'postgres') }),
  ).rejects.toThrow('There is no shop in this database')
})

test('a backup of it has the pictures, is marked when it is complete, and takes the place of older ones', async () => {
  const [data, backups, mark] = [join(folder, 'data'), join(folder, 'backups'), join(folder, 'mark')]
  await mkdir(join(data, 'pictures'), { recursive: true })
  await writeFile(join(data, 'pictures', 'camellia.webp'), 'picture')
  for (const name of ['kushi-2026-01-01T033000.000Z', 'kushi-of-another-kind', 'part-1'])
    await mkdir(join(backups, name), { recursive: true })
  const own = { DATABASE_URL: empty, DATA_DIR: data, BACKUP_MARK: mark }

  await expect(backUpCommand([], own)).rejects.toThrow('where to?')
  await expect(backUpCommand([backups, '--keep', '0'], own)).rejects.toThrow('--keep is a number of days.')
  const [made, dropped] = (await backUpCommand([backups, '--keep', '14'], own)).split('\n')
  expect(dropped).toBe('1 older than 14 days are gone.')
  expect((await readdir(backups)).sort()).toEqual([made!.split('/').at(-1), 'kushi-of-another-kind', 'part-1'])
  expect(await readFile(join(made!, 'pictures', 'camellia.webp'), 'utf8')).toBe('picture')
  expect(await readFile(mark, 'utf8')).toMatch(/^\d{4}-/)
  expect(await loadShopDump([join(made!, 'dump')], { DATA_DIR: join(folder, 'again') })).toMatch(/charges nothing/)

  await rm(mark)
  const away = databaseUrl(database.url, 'nowhere')
  await expect(backUpCommand([backups, '--keep', '1'], { ...own, DATABASE_URL: away })).rejects.toThrow()
  expect(await readdir(backups)).toHaveLength(3)
  await expect(readFile(mark)).rejects.toThrow()
})

test('a dump of it is a shop again in a new folder, which charges nothing', async () => {
  const dump = join(folder, 'dump')
  expect(await dumpShop([dump], { DATABASE_URL: empty, DATA_DIR: first })).toMatch(/dump: \d+ rows of \d+ tables\./)
  await expect(dumpShop([dump], { DATABASE_URL: empty, DATA_DIR: first })).rejects.toThrow('is there already')
  expect(await loadShopDump([dump], { DATA_DIR: second })).toMatch(/It charges nothing until npm run shop -- resume\.$/)
  expect(await runSqlCommand(['select count(*)::int as n from payment_hold', '--json'], { DATA_DIR: second })).toBe(
    JSON.stringify([{ n: 2 }], null, 2),
  )
  await expect(loadShopDump([dump], { DATA_DIR: second })).rejects.toThrow('is not empty')
})

test('sql changes nothing unless it is told to', async () => {
  const own = { DATABASE_URL: empty }
  const change = `update shop set company_name = '変更' where id = 2`
  for (const way of [
    change,
    `commit; ${change}`,
    `select 1; ${change}`,
    `set transaction read write; ${change}`,
    `set transaction read write`,
    `select set_config('transaction_read_only', 'off', false)`,
    `with changed as (${change} returning id) select * from changed`,
    `do $$ begin perform set_config('transaction_read_only', 'off', true); ${change}; end $$`,
  ])
    await expect(runSqlCommand([way], own), way).rejects.toThrow('sql only reads')
  await expect(runSqlCommand([`do $$ begin commit; ${change}; end $$`], own)).rejects.toThrow()
  await runSqlCommand(['commit'], own)
  await expect(runSqlCommand(['selct 1'], own)).rejects.toThrow('syntax error')
  expect(await runSqlCommand(['select company_name from shop where id = 2'], own)).not.toContain('変更')
  expect(await runSqlCommand([change, '--write'], own)).toBe('UPDATE 1')
  expect(await runSqlCommand(['select company_name from shop where id = 2'], own)).toBe('company_name\n変更')
})
