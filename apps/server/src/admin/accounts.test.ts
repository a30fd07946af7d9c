import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Account } from '@kushi/contract/admin/account'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { startSandbox } from '@kushi/sandbox/sandbox'
import type { Role } from '@kushi/values/role'
import { PROVIDER_ACCOUNT_KINDS } from '@kushi/values/shop-account'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../cli/run-command.ts'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const others = await startSandbox()
const env = environment(database.url, sandbox)
const server = await startServer(env)
const folder = await mkdtemp(join(tmpdir(), 'kushi-accounts-'))
afterAll(async () => {
  await server.stop()
  await others.stop()
  await sandbox.stop()
  await database.close()
  await rm(folder, { recursive: true })
})
const smtp = `smtp://user:geheim@127.0.0.1:${others.smtpPort}`

async function call(role: Role, method: string, path = '', values?: Record<string, string>, removed_values?: string[]) {
  const cookie = `kushi_operator=${await signInAsDemo(server.deps, role)}`
  return ask(cookie, method, path, values, removed_values)
}
async function ask(
  cookie: string,
  method: string,
  path: string,
  values?: Record<string, string>,
  removed_values?: string[],
) {
  const res = await fetch(`${server.url}/admin/v1/setting/accounts${path}`, {
    method,
    headers: { 'x-kushi-admin': '1', 'content-type': 'application/json', cookie },
    ...(values && { body: JSON.stringify({ values, removed_values }) }),
  })
  const text = await res.text()
  const { data, meta } = JSON.parse(text) as {
    data: Account & { items: Account[] & { about: string; is_good: boolean }[] }
    meta?: { error: string; message: string; fields?: { path: string; message: string }[] }
  }
  return { status: res.status, text, data, error: meta?.error, message: meta?.message, fields: meta?.fields }
}
const smtpOf = async (shop_id: number) => (await server.deps.configOf(shop_id)).smtp_url

/** What a shop of the sandbox has without accounts of its own: Amazon Pay needs a key, and nothing stands in for tags. */
const sourceOf = (kind: string) => (['amazon_pay', 'tag_manager'].includes(kind) ? 'none' : 'stand_in')

test('an account is set, masked, used and removed; the audit log names it without a value', async () => {
  const { data: before } = await call('manager', 'GET')
  expect(before.items.map(({ source, is_usable }) => [source, is_usable])).toEqual(
    PROVIDER_ACCOUNT_KINDS.map((kind) => [sourceOf(kind), true]),
  )
  const saved = await call('manager', 'PUT', '/mail', { SMTP_URL: smtp })
  expect(saved).toMatchObject({ status: 200, data: { kind: 'mail', source: 'own', is_usable: true } })
  expect(saved.data.values).toEqual([{ name: 'SMTP_URL', masked: '••••••••' }])
  await eventually(async () => expect(await smtpOf(2)).toBe(smtp))
  expect(await smtpOf(3)).not.toBe(smtp)
  const asked = await call('manager', 'POST', '/gmo/test')
  expect(asked.data.items).toEqual([
    { about: 'カードの保管(サイト)', is_good: true },
    { about: 'クレジットカードの決済', is_good: true },
    { about: '楽天ペイの決済', is_good: true },
  ])
  const removed = await call('manager', 'DELETE', '/mail')
  expect(removed.data).toMatchObject({ source: 'stand_in', values: [{ masked: null }] })
  expect((await call('manager', 'DELETE', '/mail')).status).toBe(404)
  const { rows } = await database.pool.query(
    `select subject_id, before, after from audit_event where subject = 'shop_account' order by id`,
  )
  const set = ['メールサーバー']
  expect(rows).toEqual([
    { subject_id: 'mail', before: { set: [] }, after: { set, renewed: set } },
    { subject_id: 'mail', before: { set }, after: { set: [], renewed: [] } },
  ])
  expect((await database.pool.query('select * from shop_account')).rows).toEqual([])
})

test('a partial change keeps the rest of an account, and no value is ever returned', async () => {
  const whole = { GMO_TENANT_NAME: '椿野', GMO_SHOP_PASS: 'sandboxpas', GMO_SHOP_ID: 'tshop00000001' }
  await call('manager', 'PUT', '/gmo', whole)
  const { text } = await call('manager', 'PUT', '/gmo', { GMO_TENANT_NAME: '別の名前', GMO_SHOP_PASS: '' })
  await eventually(async () => expect((await server.deps.configOf(2)).gmo?.tenant_name).toBe('別の名前'))
  expect((await server.deps.configOf(2)).gmo).toMatchObject({ shop_id: 'tshop00000001', shop_pass: 'sandboxpas' })
  for (const said of [text, (await call('manager', 'GET')).text]) {
    expect(said).toContain('••••001')
    expect(said).not.toMatch(/sandboxpas|tshop|別の名前/)
  }
  const { rows } = await database.pool.query('select sealed from shop_account')
  expect(rows[0].sealed).toMatch(/^v1\./)
  await call('manager', 'DELETE', '/gmo')
})

test('a value that the account works without is removed; any other one is asked for', async () => {
  const set = async (values: Record<string, string>, removed: string[] = []) =>
    call('manager', 'PUT', '/gmo', values, removed)
  const masked = async () => {
    const { data } = await call('manager', 'GET')
    const { values } = data.items.find(({ kind }) => kind === 'gmo')!
    return values.flatMap((one) => (one.masked === null ? [] : [one.name]))
  }
  await set({ GMO_TENANT_NAME: '椿野', GMO_SHOP_PASS: 'sandboxpas', GMO_SHOP_ID: 'tshop00000001' })
  expect(await masked()).toEqual(['GMO_SHOP_ID', 'GMO_SHOP_PASS', 'GMO_TENANT_NAME'])
  for (const name of ['GMO_SHOP_ID', 'SMTP_URL', 'constructor'])
    expect((await set({ GMO_TENANT_NAME: '別' }, [name])).fields?.[0]?.path).toBe(`values.${name}`)
  expect((await set({}, ['GMO_TENANT_NAME'])).status).toBe(200)
  expect(await masked()).toEqual(['GMO_SHOP_ID', 'GMO_SHOP_PASS'])
  expect((await set({}, [])).status).toBe(422)
  await call('manager', 'DELETE', '/gmo')
})

test.each([
  ['gmo', { GMO_SHOP_ID: '9200000000001' }, 'GMO_SHOP_ID', /サンドボックスと本番/],
  ['gmo', { GMO_TENANT_NAME: 'とても長い名前のお店' }, 'GMO_TENANT_NAME', /9文字以内で入力してください/],
  ['gmo', { GMO_BASE_URL: 'http://127.0.0.1/' }, 'GMO_BASE_URL', /接続先の形が正しくありません/],
  ['line', { LINE_LIFF_ID: 'abc' }, 'LINE_LIFF_ID', /サンドボックスと本番|1234567890-AbcdEfgh/],
  ['amazon_pay', { AMAZON_STORE_NAME: '椿野' }, 'AMAZON_PRIVATE_KEY', /秘密鍵を入力してください/],
  ['np', { NP_CARRIERS: 'yamato=1' }, 'NP_CARRIERS', /3社分を入力/],
  ['mail', { SMTP_URL: 'http://127.0.0.1/' }, 'SMTP_URL', /smtp:\/\//],
  ['mail', { GMO_SHOP_ID: 'tshop00000001' }, 'GMO_SHOP_ID', /ショップIDの形/],
  ['mail', { DATABASE_URL: 'postgres://x' }, 'DATABASE_URL', /形が正しくありません/],
])('%s with %o is rejected beside the field', async (kind, values, name, sentence) => {
  const refused = await call('manager', 'PUT', `/${kind}`, values)
  expect([refused.status, refused.fields?.[0]?.path]).toEqual([422, `values.${name}`])
  expect(refused.fields![0]!.message).toMatch(sentence)
  expect((await database.pool.query('select * from shop_account')).rows).toEqual([])
})

test('no value is returned; only 店長 may change it, with a fresh second factor', async () => {
  expect(await call('manager', 'PUT', '/mail', { SMTP_URL: '' })).toMatchObject({
    status: 422,
    error: 'ERROR_VALIDATION',
  })
  for (const role of ['orders', 'accounting', 'viewer'] as const)
    expect((await call(role, 'GET')).error).toBe('ERROR_FORBIDDEN')
  const cookie = `kushi_operator=${await signInAsDemo(server.deps, 'manager')}`
  await database.pool.query(`update operator_session set confirmed_at = now() - interval '11 minutes'`)
  expect((await ask(cookie, 'PUT', '/mail', { SMTP_URL: smtp })).error).toBe('ERROR_CONFIRM_AGAIN')
  expect((await ask(cookie, 'DELETE', '/mail')).error).toBe('ERROR_CONFIRM_AGAIN')
})

test('by command: set from a file, shown masked, tested, and removed', async () => {
  const run = async (...words: string[]) => JSON.parse(await runCommand(['accounts', ...words, '--json'], env))
  const file = join(folder, 'shop-3.env')
  await writeFile(file, `# 卸\nSMTP_URL=smtp://127.0.0.1:1\nGMO_SHOP_ID=tshop00000001\n`)
  expect(await run('set', '--shop', '3', '--list', file)).toEqual([
    { account: 'gmo', set: 'GMO_SHOP_ID' },
    { account: 'mail', set: 'SMTP_URL' },
  ])
  const shown = await run('show', '--shop', '3')
  expect(shown).toContainEqual({ account: 'gmo', state: 'own', variable: 'GMO_SHOP_ID', value: '••••001' })
  expect(shown).toContainEqual({ account: 'np', state: 'stand_in', variable: '', value: '' })
  expect(await run('test', 'mail', '--shop', '3')).toEqual([{ account: 'mail', about: 'メールサーバー', answer: 'no' }])
  expect(await run('remove', 'mail', '--shop', '3')).toEqual([{ account: 'mail', state: 'stand_in' }])
  expect(await run('test', 'mail', '--shop', '3')).toEqual([
    { account: 'mail', about: 'メールサーバー', answer: 'good' },
  ])
  expect(
    (await run('show')).every(({ account, state }: { account: string; state: string }) => state === sourceOf(account)),
  ).toBe(true)
  await writeFile(file, 'PORT=80\nSMTP_URL=smtp://127.0.0.1:1')
  await expect(run('set', '--list', file)).rejects.toThrow("No variables of a shop's accounts: PORT.")
  await expect(run('remove', 'everything')).rejects.toThrow('The account is one of gmo, ')
})

test('by npm run shop: piped input arrives, and a command that reads nothing ends while its stdin stays open', async () => {
  const script = join(import.meta.dirname, '../../../../scripts/lib/run-shop.mjs')
  const start = (...words: string[]) => {
    const args = JSON.stringify(['accounts', ...words, '--shop', '3', '--json'])
    const source = `import { runShop } from ${JSON.stringify(pathToFileURL(script))}; runShop(${args})`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { stdin: child.stdin, said: text(child.stdout), ended: once(child, 'exit') }
  }
  const set = start('set')
  set.stdin.end('SMTP_URL=smtp://127.0.0.1:1\n')
  expect(JSON.parse(await set.said)).toEqual([{ account: 'mail', set: 'SMTP_URL' }])
  const remove = start('remove', 'mail')
  expect(JSON.parse(await remove.said)).toEqual([{ account: 'mail', state: 'stand_in' }])
  expect(await remove.ended).toEqual([0, null])
})

test('accounts that no key decrypts are kept until the key is back or an operator drops them', async () => {
  const run = async (...words: string[]) => JSON.parse(await runCommand(['accounts', ...words, '--json'], env))
  const sealed = async () => (await database.pool.query('select sealed from shop_account where shop_id = 2')).rows
  await call('manager', 'PUT', '/mail', { SMTP_URL: smtp })
  await expect(run('forget', '--shop', '2')).rejects.toThrow('remove them one by one')
  await database.pool.query(`update shop_account set sealed = 'v1.of-another-key' where shop_id = 2`)
  const refused = { status: 409, error: 'ERROR_ACCOUNTS_UNREADABLE', message: expect.stringContaining('SECRET_KEY') }
  expect(await call('manager', 'PUT', '/mail', { SMTP_URL: smtp })).toMatchObject(refused)
  expect(await call('manager', 'DELETE', '/mail')).toMatchObject(refused)
  expect(await sealed()).toEqual([{ sealed: 'v1.of-another-key' }])
  expect(await run('forget', '--shop', '2')).toEqual([{ shop: 2, accounts: 'forgotten' }])
  expect(await sealed()).toEqual([])
  expect((await call('manager', 'PUT', '/mail', { SMTP_URL: smtp })).status).toBe(200)
  await call('manager', 'DELETE', '/mail')
})
