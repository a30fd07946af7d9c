import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { FORMER_SYSTEM_NAME } from '@kushi/values/move-in'
import { afterAll, expect, test } from 'vitest'
import { spawnShopCommand } from '../testing/process.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'
import { runCommand } from './run-command.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const env = environment(database.url, sandbox)
const server = await startServer(env)
const gateway = gmoGatewayClient(sandbox)
const folder = await mkdtemp(join(tmpdir(), 'move-in-'))
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

const shop = async (...args: string[]) => JSON.parse(await runCommand([...args, '--json'], env))
const members = async () =>
  Number((await database.pool.query(`select count(*) from customer where email like '%@moved.example'`)).rows[0].count)

/** Saves a card of a member of the other system; it stays at GMO. */
async function saveCard(MemberID: string): Promise<void> {
  const { site_id: SiteID, site_pass: SitePass } = gateway.settings
  const ask = async (name: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ SiteID, SitePass, MemberID, ...more })
    const res = await fetch(`${gateway.base}/payment/${name}.idPass`, { method: 'POST', body })
    expect(await res.text()).not.toContain('ErrCode')
  }
  await ask('SaveMember')
  await ask('SaveCard', { SeqMode: '1', Token: await gateway.token('4111111111111111'), HolderName: 'HANAKO' })
}

const salt = '7e0d3c91aa'
/** Hashes of Tsubaki2026: libxcrypt's bcrypt, passlib's PBKDF2, phpass, EC-CUBE's with its AUTH_MAGIC. */
const hashes = [
  '$2y$07$BCryptRequires22Chrcte3wGKygnY/iXPuvUrzMR8f1xulwJ0TUO,,',
  '$pbkdf2-sha256$29000$a3VzaGktbW92aW5nLWluIQ$sA0JJC8mccgDJM4Fs1ziX8SnA8mQdcDNuj3UtAJwpcA,,',
  '$P$6tsubaki8Dyhzsx8PzAAqBgfRo.UmD0,,',
  `${createHmac('sha256', salt).update('Tsubaki2026:o4k2jf9dm1').digest('hex')},EC-CUBE,${salt}`,
]

/** Imported in three parts. */
const COUNT = 1200
const row = (n: number) =>
  `${n},m${n}@moved.example,椿,花子,2480006,神奈川県,鎌倉市小町,1-2-3,09000000001,gmo-moved-${n},${hashes[n - 1] ?? ',,'}`

test('killed midway and run again, it is complete; old passwords work, and the daily run charges the card at GMO', {
  timeout: 120_000,
}, async () => {
  const next = addDays(server.deps.clock.today(), 12)
  await writeFile(
    join(folder, 'members.csv'),
    [
      '会員番号,メールアドレス,姓,名,郵便番号,都道府県,市区町村,番地,電話番号,GMO会員ID,パスワードハッシュ,パスワード方式,ソルト',
      ...Array.from({ length: COUNT }, (_, n) => row(n + 1)),
    ].join('\r\n'),
  )
  await writeFile(
    join(folder, 'subscriptions.csv'),
    [
      '定期番号,会員番号,回数,次回お届け予定日,周期,間隔,商品コード,数量,単価,お支払方法,GMOカード連番',
      `T1,1,7,${next},日数,30,TN-OIL-N030,1,1500,クレジットカード,0`,
      `T2,2,7,${next},日数,30,GONE,1,1500,クレジットカード,0`,
    ].join('\r\n'),
  )
  await writeFile(join(folder, 'eccube.env'), 'ECCUBE_AUTH_MAGIC=o4k2jf9dm1\n')
  await saveCard('gmo-moved-1')

  const problems = join(folder, 'problems.csv')
  expect(await shop('move-in', 'check', folder, '--out', problems)).toMatchObject([
    { file: 'members.csv', taken: COUNT, refused: 0 },
    { file: 'subscriptions.csv', taken: 1, refused: 1 },
    { message: expect.stringContaining('3件') },
  ])
  expect(await readFile(problems, 'utf8')).toContain(
    'subscriptions.csv,3,商品コード,商品コード「GONE」の商品がありません。',
  )
  expect(await members()).toBe(0)

  const child = spawnShopCommand(['move-in', 'run', folder, '--refused', '1', '--without-backup'], env)
  const ended = once(child, 'exit')
  await expect.poll(members, { interval: 10, timeout: 30_000 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  const before = await members()
  const [people, subscriptions] = await shop('move-in', 'run', folder, '--refused', '1', '--without-backup')
  expect(people).toMatchObject({ taken: COUNT - before, already: before })
  expect(subscriptions).toMatchObject({ refused: 1 })
  expect(await members()).toBe(COUNT)

  for (const n of [1, 2, 3, 4]) {
    const body = { email: `m${n}@moved.example`, password: 'Tsubaki2026' }
    expect((await server.call('POST /v1/common/login/customer/', { body })).status).toBe(200)
  }
  const { rows } = await database.pool.query(
    `select count(*) from customer where email like '%@moved.example' and password_hash like '$argon2id$%'`,
  )
  expect(rows[0].count).toBe(4)

  // The day after the deadline.
  const day = addDays(next, -9)
  expect(await shop('subscriptions', 'run', '--date', day)).toMatchObject([{ arranged: 1, failed: 0, broken: 0 }])
  const { rows: charged } = await database.pool.query(
    'select p.provider_order_id, o.cycle, o.payment_total from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id where o.cycle is not null',
  )
  expect(charged).toMatchObject([{ cycle: 7 }])
  expect(await gateway.transactions(charged[0].provider_order_id)).toMatchObject([
    { status: 'AUTH', amount: charged[0].payment_total },
  ])

  const back = ['--from', FORMER_SYSTEM_NAME]
  const [found, ...staying] = await shop('move-in', 'check-back', ...back)
  expect(found).toMatchObject({ members: COUNT - 4, subscriptions: 0, stay: 4 })
  expect(staying).toMatchObject(
    [1, 2, 3, 4].map((n) => ({ member_no: `${n}`, name: '椿 花子', why: expect.stringContaining('ログイン中の端末') })),
  )
  const list = join(folder, 'problems-staying.csv')
  const taken = (stay: string) =>
    shop('move-in', 'take-back', ...back, '--stay', stay, '--out', list, '--without-backup')
  await expect(taken('0')).rejects.toThrow('4人が残ります')
  expect(await members()).toBe(COUNT)
  expect(await taken('4')).toMatchObject([{ members: COUNT - 4, stay: 4 }, { why: expect.stringContaining(list) }])
  expect(await members()).toBe(4)
  expect(await readFile(list, 'utf8')).toContain('ログイン中の端末')
})

test.each([
  [['check'], 'Which folder?'],
  [['check', '/nowhere'], "/nowhere can't be read."],
  [['run', folder, '--refused', 'x'], '--refused is a whole number.'],
  [['run', folder], 'No backup of the last 24 hours is known'],
  [['take-back', '--stay', '1'], '--from is the system'],
  [['take-back', '--from', 'x', '--stay', 'x'], '--stay is a whole number.'],
  [['take-back', '--from', 'x'], 'No backup of the last 24 hours is known'],
  [['take-back', '--from', 'x', '--without-backup'], '移行元「x」から取り込んだ会員はいません。'],
])('move-in %j: %s', { timeout: 60_000 }, async (args, message) => {
  await expect(shop('move-in', ...args)).rejects.toThrow(message)
})
