import { hashPassword } from '@kushi/db/password'
import { operator, operator_session } from '@kushi/db/schema/operator'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { consumeLimit } from '../../foundation/limit/consume-limit.ts'
import { commandLineContext } from '../../testing/admin-context.ts'
import { testContext } from '../../testing/context.ts'
import { signInByPassword, startPasskeySignIn } from './sign-in.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const base = commandLineContext(testContext(db))
const now = base.clock.now()
const email = 'manager@example.com'
const password = 'right and long enough'
const [manager] = await db
  .insert(operator)
  .values({ name: '店長', email, password_hash: await hashPassword(password), created_at: now })
  .returning()
await db.insert(operator_session).values({
  token_hash: Buffer.from('x'),
  operator_id: manager!.id,
  user_agent: '',
  ip: '198.51.100.7',
  created_at: now,
  seen_at: now,
  expires_at: now,
  confirmed_at: now,
  ended_at: now,
})
beforeEach(() => db.delete(rate_limit))

const trying = (ip: string, given: string) =>
  signInByPassword({ ...base, ip }, { email, password: given }).catch(({ error }: { error: string }) => error)

test('ten wrong passwords from anywhere close an account to strangers, not to its own network nor to a passkey', async () => {
  for (let n = 0; n < 10; n++) expect(await trying(`203.0.113.${n}`, 'wrong')).toBe('ERROR_SIGN_IN')
  expect(await trying('203.0.113.50', 'wrong')).toBe('ERROR_TOO_MANY_REQUESTS')
  // A network from which the operator signed in before; the code is what is missing.
  expect(await trying('198.51.100.99', password)).toBe('ERROR_CODE_WANTED')
  expect(await trying('203.0.113.50', password)).toBe('ERROR_TOO_MANY_REQUESTS')
})

test('guesses at the account from its own network end too', async () => {
  for (let n = 0; n < 10; n++) await trying('198.51.100.7', 'wrong')
  expect(await trying('198.51.100.7', password)).toBe('ERROR_TOO_MANY_REQUESTS')
})

test('sixty wrong passwords from one address do not close the passkeys there', async () => {
  const at = { ...base, ip: '203.0.113.9' }
  for (let n = 0; n < 61; n++)
    await consumeLimit(at, 'operator_sign_in', { account: `nobody${n}@example.com`, address: at.ip }).catch(
      () => undefined,
    )
  await expect(signInByPassword(at, { email, password })).rejects.toMatchObject({ error: 'ERROR_TOO_MANY_REQUESTS' })
  await expect(startPasskeySignIn(at, {})).resolves.toHaveProperty('options')
})
