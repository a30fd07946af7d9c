import { hashPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { privacy_request } from '@kushi/db/schema/privacy'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { testContext } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { changePrivacyRequest, showPrivacyRequest } from './admin/requests.ts'
import { listOwnPrivacyRequests, submitPrivacyRequest } from './submit-privacy-request.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = testContext(db)
const password = 'Tsubaki2026'
const [first, second] = await insertMembers(db, 2)
const password_hash = await hashPassword(password)
await db.update(customer).set({ password_hash }).where(eq(customer.id, first!))
const member = (customer_id: number) => withMemberActor({ ...ctx, customer_id }, customer_id)

test('a member requests with the password, so the desk need not check the identity', async () => {
  const mine = member(first!)
  const wrong = { kind: 'disclosure', content: '', password: 'Guess1234' } as const
  await expect(submitPrivacyRequest(mine, wrong)).rejects.toMatchObject({ error: 'ERROR_PASSWORD_WRONG' })
  const asked = await submitPrivacyRequest(mine, { ...wrong, password })
  expect(asked).toMatchObject({ kind: 'disclosure', state: 'received', content: '開示を希望します。' })

  const manager = await newOperatorContext(ctx, '店長', 'manager')
  const { identity_check, due_on, source } = await showPrivacyRequest(manager, { id: asked.id })
  expect([identity_check, source]).toEqual(['マイページにログインし、パスワードを入力されました。', 'mypage'])
  const params = { id: asked.id, due_on, identity_check }
  await changePrivacyRequest(manager, { ...params, state: 'working', answer: '' })
  expect((await listOwnPrivacyRequests(mine, {})).items).toMatchObject([{ id: asked.id, state: 'working' }])
  expect((await listOwnPrivacyRequests(member(second!), {})).items).toEqual([])
})

test('one request of a kind is open at a time; after its answer the member may request again', async () => {
  const mine = member(first!)
  const ask = () => submitPrivacyRequest(mine, { kind: 'stop', content: '広告に使わないでください', password })
  const results = await Promise.allSettled([ask(), ask()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(ask()).rejects.toMatchObject({ status: 409, error: 'ERROR_PRIVACY_REQUEST_OPEN' })
  await db
    .update(privacy_request)
    .set({ state: 'refused', closed_at: ctx.clock.now() })
    .where(eq(privacy_request.kind, 'stop'))
  expect((await ask()).content).toBe('広告に使わないでください')
})
