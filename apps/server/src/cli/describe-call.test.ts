import { expect, test } from 'vitest'
import { adminCallTable } from '../admin/admin-calls.ts'
import { commandCalls, describeCalls } from './describe-call.ts'
import { runCommand } from './run-command.ts'

test('calls that only a browser can make are left out: before a session, about one, or with a second factor', () => {
  const left = adminCallTable.filter((one) => !commandCalls.includes(one)).map(({ path }) => path)
  expect(new Set(left.map((path) => path.split('/').slice(3, 5).join('/')))).toEqual(
    new Set([
      'sign-in/password',
      'sign-in/passkey',
      'sign-out',
      'confirm',
      'confirm/options',
      'invitation/{token}',
      'me/sessions',
      'me/passkeys',
      'me/recovery-codes',
      'customers/{id}',
    ]),
  )
  expect(left.filter((path) => path.includes('customers'))).toEqual(['/admin/v1/customers/{id}/acting'])
})

test.each(commandCalls.map((call) => [call.key, call] as const))('%s can be looked up', (key, { endpoint, path }) => {
  const text = describeCalls(key)
  expect(text.split('\n').slice(0, 2)).toEqual([key, endpoint.summary])
  expect(text).toContain(`permission: ${endpoint.permission}`)
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(text).toContain(`\n  ${name} *  `)
  if (endpoint.query) expect(text.split('\nname=value')[1]).toMatch(/\n {2}\w+( \*)? {2}\S/)
  expect(text.includes('--body-file FILE')).toBe(endpoint.body !== undefined)
  expect(text.includes('--yes')).toBe(endpoint.confirm === true)
  expect(JSON.parse(describeCalls(key, true))).toMatchObject([{ call: key, permission: endpoint.permission }])
})

test('found by a word of the name, the summary or the permission, without a database', async () => {
  expect(await runCommand(['calls', 'お休み'], {})).toContain('POST /admin/v1/subscriptions/{id}/undo-skip')
  expect(await runCommand(['calls', 'payment.write', '--json'], {})).toContain('owed/keep')
  expect(await runCommand(['call', 'PUT /admin/v1/orders/{id}', '--help'], {})).toContain('product_sku_id *  integer')
  expect((await runCommand(['calls'], {})).split('\n')).toHaveLength(commandCalls.length + 2)
  await expect(runCommand(['calls', 'zzz'], {})).rejects.toThrow('No call has “zzz”')
  await expect(runCommand(['calls', 'POST /admin/v1/sign-out'], {})).rejects.toThrow('is done in the browser.')
})
