import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('a password matches its hash and no other does', async () => {
  const hash = await hashPassword('Tsubaki2026 椿')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('Tsubaki2026 椿', hash)).toBe(true)
  expect(await verifyPassword('Tsubaki2026 椿 ', hash)).toBe(false)
  expect(await hashPassword('Tsubaki2026 椿')).not.toBe(hash)
})

test("a hash carries its own cost: an older, cheaper one is still good, another program's too", async () => {
  // From the tests of the argon2 reference implementation, which calls 'password' with the salt 'somesalt'.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', phc)).toBe(true)
})

test.each(['', 'plain', '$argon2i$v=19$m=1,t=1,p=1$AAAA$AAAA', '$2b$10$abc'])(
  '%s is not a hash and matches nothing',
  async (hash) => {
    expect(await verifyPassword('password', hash)).toBe(false)
  },
)
