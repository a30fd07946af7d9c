import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
import { setUp } from '@kushi/db/setup'
import { administer, databaseUrl, testDatabase } from '@kushi/db/testing'
import { hasNoShop } from '@kushi/shop/operation/configuration/open-shop'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { productionProblems } from '../config/production-rule.ts'
import { demoDatabaseConfirmation } from '../config/sandbox-rule.ts'
import { makeDeps } from '../deps/make-deps.ts'
import { initShopCommand } from './init.ts'

const demo = await testDatabase()
const name = `test_init_${randomBytes(4).toString('hex')}`
await administer(demo.url, `create database ${name}`)
const folder = await mkdtemp(join(tmpdir(), 'kushi-init-'))
const client = new pg.Client(databaseUrl(demo.url, name))
await client.connect()
afterAll(async () => {
  await client.end()
  await administer(demo.url, `drop database ${name} with (force)`)
  await demo.close()
  await rm(folder, { recursive: true })
})

const real = {
  DATABASE_URL: databaseUrl(demo.url, name),
  DATA_DIR: folder,
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'q3v0mWz1oG5Yc8rL2xN7bT4kP9sJ6dHfA0uEiRyQwXk=',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  GMO_BASE_URL: 'http://127.0.0.1:1',
  GMO_SHOP_ID: 'a',
  GMO_SHOP_PASS: 'a',
  GMO_SITE_ID: 'a',
  GMO_SITE_PASS: 'a',
  GMO_API_KEY: 'a',
  POSTCODE_BASE_URL: 'http://127.0.0.1:1',
  POSTCODE_API_KEY: 'a',
}
const words = [
  '--name',
  'みどり堂',
  '--company',
  '株式会社みどり',
  '--address',
  '東京都港区1-2-3',
  '--phone',
  '03-1234-5678',
  '--mail',
  'shop@midori.example',
  '--invite',
  'Owner@midori.example',
]
const run = (args: string[], env: NodeJS.ProcessEnv = real) =>
  initShopCommand(args, env).then(
    (text) => ({ text, refused: '' }),
    (error: Error) => ({ text: '', refused: error.message }),
  )
const tables = async () => (await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount

test.each([
  ['http', { PUBLIC_URL: 'http://shop.example' }, 'PUBLIC_URL is http://shop.example'],
  ['no address', { PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  ['the sandbox', { SANDBOX: 'on' }, 'The sandbox is on'],
  ['the sandbox of a shop that runs', { SANDBOX_URL: 'http://127.0.0.1:9' }, 'The sandbox is on'],
  ['the demo', { DEMO_DATABASE: demoDatabaseConfirmation }, 'DEMO_DATABASE is set'],
  ['a secret that everybody knows', { GMO_SHOP_PASS: 'sandboxpas' }, 'GMO_SHOP_PASS is the one of the simulators'],
  ['no proxy', { TRUST_PROXY: '' }, 'TRUST_PROXY is not set'],
  ['proxies that are not there', { TRUST_PROXY: '0' }, 'TRUST_PROXY is 0'],
  ['everybody as a proxy', { TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY is 0.0.0.0/0'],
  ['everybody as a proxy, in halves', { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, 'TRUST_PROXY is 0.0.0.0/1'],
  ['every address of IPv6', { TRUST_PROXY: '10.0.0.0/8, ::/0' }, 'TRUST_PROXY is 10.0.0.0/8, ::/0'],
  ['more proxies than there are', { TRUST_PROXY: '99' }, 'TRUST_PROXY is 99'],
  ['limits that are not the shop’s', { RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR is 0'],
  [
    'a key that is a sentence',
    { SECRET_KEY: 'a-key-of-thirty-two-characters-or-more-1234567' },
    'SECRET_KEY is not a random key',
  ],
  ['a key of one letter', { SECRET_KEY: 'a'.repeat(64) }, 'SECRET_KEY is not a random key'],
  ['a key that repeats', { SECRET_KEY: 'abc123def456'.repeat(6) }, 'SECRET_KEY is not a random key'],
  ['no key', { SECRET_KEY: '' }, 'A key for SECRET_KEY, made now: '],
])('%s is rejected before anything is created', async (_, env, sentence) => {
  expect((await run([...words, '--unchecked'], { ...real, ...env })).refused).toContain(sentence)
  expect(await tables()).toBe(0)
})

test('missing values, and providers that reject their account, are reported before anything is created', async () => {
  const { refused } = await run(['--phone', 'x', '--number', 'T12'])
  for (const option of ['name', 'company', 'address', 'phone', 'mail', 'number'])
    expect(refused).toContain(`--${option}: `)
  const unreached = (await run(words)).refused
  for (const provider of ['mail', 'postcodes', 'クレジットカード', 'cards on file'])
    expect(unreached).toContain(`${provider}: `)
  expect(await tables()).toBe(0)
})

test('the demo’s database cannot become a shop', async () => {
  const { refused } = await run([...words, '--unchecked'], { ...real, DATABASE_URL: demo.url })
  expect(refused).toContain("The database is the demo's")
})

test('an empty shop with its name, and one invitation, once', async () => {
  await setUp(real.DATABASE_URL)
  const { db, close } = openDatabase(real.DATABASE_URL)
  expect(await hasNoShop(db)).toBe(true)
  const { text, refused } = await run([...words, '--unchecked'])
  expect(refused).toBe('')
  expect(await hasNoShop(db)).toBe(false)
  await close()
  expect(text).toMatch(/https:\/\/shop\.example\/admin\/invitation\/\S{20,}\n/)
  const shops = await client.query('select shop_name, company_name, registration_number from shop')
  expect(shops.rows).toEqual([{ shop_name: 'みどり堂', company_name: '株式会社みどり', registration_number: '' }])
  const invited = await client.query('select email, role, is_installation from operator_invitation')
  expect(invited.rows).toEqual([{ email: 'owner@midori.example', role: 'manager', is_installation: true }])
  const trail = await client.query('select action, subject from audit_event order by id')
  expect(trail.rows).toEqual([
    { action: 'shop init', subject: 'shop' },
    { action: 'shop init', subject: 'operator' },
  ])
  expect((await run([...words, '--unchecked'])).refused).toBe('このショップはすでに設定されています。')
  // A shell without these settings would start the simulators on this database.
  const played = readConfig({
    DATABASE_URL: real.DATABASE_URL,
    SANDBOX_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  await expect(makeDeps({ ...played, default_shop_id: 1 })).rejects.toThrow(
    'The database is the one of a shop that sells',
  )
})

test('KUSHI_ENV is production or empty', () => {
  expect(productionProblems({})).toEqual([])
  expect(productionProblems({ KUSHI_ENV: 'prod' })).toEqual(['KUSHI_ENV is prod: say production, or nothing.'])
  expect(productionProblems({ KUSHI_ENV: 'production', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' })).toEqual(
    [],
  )
})
