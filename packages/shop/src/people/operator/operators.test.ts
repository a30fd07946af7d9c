import { api_key } from '@kushi/db/schema/api-key'
import { audit_event, operator, operator_invitation, operator_role, operator_session } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { operatorContext } from '../../testing/operator.ts'
import { hashToken } from '../session/index.ts'
import { inviteOperator } from './invitation.ts'
import { changeOperatorRole, resumeOperator, stopOperator } from './operators.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

test('when an operator is stopped everywhere, each shop’s audit log names its revoked keys', async () => {
  const { operator: leaver, clock } = await operatorContext(db, 'viewer')
  const ctx = await operatorContext(db, 'manager')
  const key = (shop_id: number, name: string) => ({
    shop_id,
    name,
    prefix: name,
    key_hash: hashToken(name),
    permissions: ['order.read'],
    created_at: clock.now(),
    operator_id: leaver.id,
    operator_name: leaver.name,
  })
  await db.insert(operator_role).values({ operator_id: leaver.id, shop_id: 2, role: 'viewer' })
  await db.insert(api_key).values([key(2, '倉庫'), key(3, '会計'), key(3, '広告')])
  const all = { ...ctx, operator: { ...ctx.operator, is_installation: true } }
  await stopOperator(all, { id: leaver.id, everywhere: true, with_api_keys: true })
  const trail = await db
    .select()
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'operator'), eq(audit_event.subject_id, String(leaver.id))))
    .orderBy(asc(audit_event.shop_id))
  expect(trail.map(({ shop_id, after }) => [shop_id, after])).toMatchObject([
    [2, { everywhere: true, revoked_api_keys: ['倉庫'] }],
    [3, { everywhere: true, revoked_api_keys: ['会計', '広告'] }],
  ])
})

test('two operators who stop each other everywhere while roles change: one of them remains, without a deadlock', async () => {
  const [one, other] = [await operatorContext(db, 'manager'), await operatorContext(db, 'manager')]
  const ids = [one.operator.id, other.operator.id]
  const third = await operatorContext(db, 'viewer')
  // No other operator manages all shops.
  await db.update(operator_role).set({ role: 'viewer' })
  await db.insert(operator_role).values({ operator_id: third.operator.id, shop_id: 2, role: 'viewer' })
  await db.update(operator).set({ installation_role: null })
  await db.update(operator).set({ installation_role: 'manager' }).where(inArray(operator.id, ids))
  const [a, b] = [one, other].map((ctx) => ({ ...ctx, operator: { ...ctx.operator, is_installation: true } }))
  const everywhere = { everywhere: true, with_api_keys: true }
  for (let round = 0; round < 5; round++) {
    const [first, second, role] = await Promise.allSettled([
      stopOperator(a!, { id: ids[1]!, ...everywhere }),
      stopOperator(b!, { id: ids[0]!, ...everywhere }),
      changeOperatorRole(third, { id: third.operator.id, role: 'orders' }),
    ])
    const refused = [first, second].filter((result) => result.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { error: 'ERROR_LAST_MANAGER' } }])
    expect(role.status).toBe('fulfilled')
    await resumeOperator(a!, { id: first.status === 'fulfilled' ? ids[1]! : ids[0]! })
  }
})

test('invitations that were used or have ended are deleted, and sessions once their network is a stranger’s again', async () => {
  const ctx = await operatorContext(db, 'manager')
  await db.delete(operator_invitation)
  await db.delete(operator_session)
  for (const email of ['open@shop.example', 'used@shop.example']) await inviteOperator(ctx, { email, role: 'viewer' })
  const used_at = ctx.clock.now()
  await db.update(operator_invitation).set({ used_at }).where(eq(operator_invitation.email, 'used@shop.example'))
  await db.insert(operator_session).values({
    token_hash: hashToken('x'),
    operator_id: ctx.operator.id,
    user_agent: '',
    ip: '198.51.100.7',
    created_at: used_at,
    seen_at: used_at,
    expires_at: used_at,
    confirmed_at: used_at,
  })
  const left = async (days: number) => {
    const now = () => new Date(used_at.getTime() + days * 86_400_000)
    await deleteExpiredRows({ ...ctx, clock: { ...ctx.clock, now } })
    const invited = await db.select({ email: operator_invitation.email }).from(operator_invitation)
    return [invited.map(({ email }) => email), await db.$count(operator_session)]
  }
  expect(await left(2.9)).toEqual([['open@shop.example'], 1])
  expect(await left(3)).toEqual([[], 1])
  expect(await left(91)).toEqual([[], 0])
})
