import { linked_account } from '@kushi/db/schema/payment'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AccountLinkPort, PaymentPort } from '../../ports/payment-port.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { linkedAccount } from '../../sales/payment/index.ts'
import { revokeLinkedAccounts } from '../../sales/payment/linked-accounts.ts'
import { testClock, testContext, throwingPort } from '../../testing/context.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { endMembership } from './internal/end-membership.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
let revoked: string[] = []
let isSilent = false
beforeEach(async () => {
  revoked = []
  isSilent = false
  await emptyTables(db.$client, 'linked_account')
})

const link: AccountLinkPort = {
  ...throwingPort<AccountLinkPort>('link'),
  revoke: async (number) => {
    if (isSilent) throw new PaymentUnavailable('silent')
    revoked.push(number)
  },
}
const wallet: PaymentPort = { ...throwingPort<PaymentPort>('payment'), link }
const clock = testClock()
const base = testContext(db, { clock })
const ctx = { ...base, ports: { ...base.ports, payment: new Map([[5, wallet]]) } }

const linked = (customer_id: number, number: string) =>
  db.insert(linked_account).values({
    shop_id: 2,
    customer_id,
    payment_method_id: 5,
    state: 'active',
    user_authorization_id: number,
    nonce: `nonce-${number}`,
    created_at: clock.now(),
  })
const all = async () =>
  (await db.select().from(linked_account).orderBy(asc(linked_account.id))).map(
    ({ customer_id, state, user_authorization_id }) => [customer_id, state, user_authorization_id],
  )

test('統合: the account of a member who has none moves; of two, the kept member’s is charged and the other’s revoked', async () => {
  const [a, b, c, d] = (await insertMembers(db, 4)) as [number, number, number, number]
  await linked(b, 'of b')
  await linked(c, 'of c')
  await linked(d, 'of d')
  const support = await operatorContext(db, 'support')
  await mergeWithIdentityChecks(support, a, b)
  await mergeWithIdentityChecks(support, c, d)
  expect(await all()).toEqual([
    [a, 'active', 'of b'],
    [c, 'active', 'of c'],
    [c, 'ending', 'of d'],
  ])
  const numberOf = await linkedAccount.loadNumbers(db, 2, [
    { customer_id: a, payment_method_id: 5 },
    { customer_id: c, payment_method_id: 5 },
  ])
  expect([a, c, d].map((customer_id) => numberOf({ customer_id, payment_method_id: 5 }))).toEqual([
    'of b',
    'of c',
    null,
  ])
  await revokeLinkedAccounts(ctx)
  expect(revoked).toEqual(['of d'])
  expect((await all()).at(-1)).toEqual([c, 'ended', null])
})

test('退会: revoked, as soon as its provider answers; nobody else’s', async () => {
  const [gone, stays] = (await insertMembers(db, 2)) as [number, number]
  await linked(gone, 'of gone')
  await linked(stays, 'of stays')
  await db.transaction((tx) => endMembership(tx, ctx, { shop_id: 2, customer_id: gone }))
  isSilent = true
  await revokeLinkedAccounts(ctx)
  expect(await all()).toEqual([
    [gone, 'active', 'of gone'],
    [stays, 'active', 'of stays'],
  ])
  isSilent = false
  // It waits, so that others come first.
  await revokeLinkedAccounts(ctx)
  expect(revoked).toEqual([])
  clock.move(1)
  await revokeLinkedAccounts(ctx)
  expect(revoked).toEqual(['of gone'])
  expect(await all()).toEqual([
    [gone, 'ended', null],
    [stays, 'active', 'of stays'],
  ])
})

test('one number that two members have is not revoked while one of them is charged by it', async () => {
  const [a, b] = (await insertMembers(db, 2)) as [number, number]
  await linked(a, 'same')
  await linked(b, 'other')
  await db
    .update(linked_account)
    .set({ user_authorization_id: 'same', state: 'ending' })
    .where(eq(linked_account.customer_id, b))
  await revokeLinkedAccounts(ctx)
  expect(revoked).toEqual([])
  expect(await all()).toEqual([
    [a, 'active', 'same'],
    [b, 'ended', null],
  ])
})
