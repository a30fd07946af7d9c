import { testDatabase } from '@kushi/db/testing'
import { encodeEccubeHash } from '@kushi/shop/people/session/internal/foreign-hash'
import { secretBox } from '@kushi/shop/secret-box'
import { afterAll, expect, test } from 'vitest'
import { environment, sandboxOf } from '../testing/server.ts'
import { runCommand } from './run-command.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
afterAll(async () => {
  await database.close()
  await sandbox.stop()
})
const [older, newer] = ['a'.repeat(40), 'b'.repeat(40)]
const run = async (keys: string, ...args: string[]) =>
  JSON.parse(await runCommand([...args, '--json'], { ...environment(database.url, sandbox), SECRET_KEY: keys }))

const { pool } = database
const box = secretBox([older])
const ask = async (text: string) => (await pool.query(text)).rows

test('everything sealed goes over to the new key, and is counted', async () => {
  await pool.query(`insert into operator (email, name, installation_role, password_hash, created_at)
    values ('one@example.com', '一', 'manager', 'x', now()), ('two@example.com', '二', 'manager', 'x', now())`)
  await pool.query(`update operator set totp_secret = $1`, [box.seal('JBSWY3DPEHPK3PXP')])
  await pool.query(
    `insert into shop_account (shop_id, sealed, updated_at) values (2, $1, now())
    on conflict (shop_id) do update set sealed = excluded.sealed`,
    [box.seal(JSON.stringify({ shop_id: 2, values: {} }))],
  )
  const hash = encodeEccubeHash({ salt: 's', hash: '0'.repeat(64), sealedMagic: box.seal('magic') })
  await pool.query('update customer set password_hash = $1 where id = (select min(id) from customer)', [hash])
  const lost = secretBox(['c'.repeat(40)]).seal('gone')
  await pool.query('update operator set totp_secret = $1 where id = (select min(id) from operator)', [lost])

  const before = await run(`${newer},${older}`, 'keys', 'show')
  expect(before).toContainEqual(
    expect.objectContaining({
      sealed: 'authenticators of operators',
      first_key: 0,
      later_key: 1,
      no_key: 1,
      way_back: expect.stringContaining('operator renew'),
    }),
  )
  const after = await run(`${newer},${older}`, 'keys', 'renew')
  expect(after.map(({ later_key }: { later_key: number }) => later_key)).toEqual(after.map(() => 0))
  const alone = await run(newer, 'keys', 'show')
  expect(alone).toEqual(after)
  const members = alone.find(({ sealed }: { sealed: string }) => sealed.startsWith('passwords'))
  expect(members).toMatchObject({ first_key: 1, no_key: 0 })
  const [row] = await ask('select sealed from shop_account where shop_id = 2')
  expect(secretBox([newer]).open(row.sealed)).toBe('{"shop_id":2,"values":{}}')
})

test('after a lost key an operator gets a new way in, with the same role, and the old ones are gone', async () => {
  await pool.query(`insert into operator_recovery_code (operator_id, code_hash) select id, '\\x00' from operator`)
  const [{ link }] = await run(newer, 'operator', 'renew', 'One@example.com')
  expect(link).toMatch(/\/admin\/invitation\/[\w-]{43}$/)
  const [one] = await ask(
    `select installation_role, password_hash, totp_secret from operator where email = 'one@example.com'`,
  )
  expect(one).toEqual({ installation_role: 'manager', password_hash: null, totp_secret: null })
  expect(await ask('select email from operator_recovery_code join operator on id = operator_id')).toEqual([
    { email: 'two@example.com' },
  ])
  expect(await ask('select role, is_installation from operator_invitation')).toEqual([
    { role: 'manager', is_installation: true },
  ])
  expect((await run(newer, 'keys', 'show')).every(({ no_key }: { no_key: number }) => no_key === 0)).toBe(true)
  await expect(run(newer, 'operator', 'renew', 'nobody@example.com')).rejects.toThrow('nobody@example.com')
})

test('every column that may hold a sealed text is known', async () => {
  const { sealedColumns } = await import('@kushi/db/sealed')
  const columns = await ask(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'seal|secret|password_hash' and data_type = 'text' order by 1`)
  const notSealed = ['operator.password_hash', 'operator_invitation.password_hash']
  expect([...sealedColumns.map((one) => one.join('.')), ...notSealed].sort()).toEqual(
    columns.map(({ name }: { name?: string }) => name),
  )
})
