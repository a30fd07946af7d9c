import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { merge_request } from '@kushi/db/schema/merge-request'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox, rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addCustomer } from '../../people/customer/admin/write-customer.ts'
import { invalidateLinkTokens } from '../../people/session/index.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../testing/rows.ts'
import { mergeCustomers } from './admin/merge-customers.ts'
import { previewMerge } from './admin/preview-merge.ts'
import { recordMergeIdentity, requestMergeConsent } from './admin/request-merge-consent.ts'
import { answerMergeConsentRequest, showMergeConsentRequest } from './answer-merge.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock()
const ctx = testContext(db, { clock })
const support = await operatorContext(db, 'support', { clock })
const refused = { status: 409, error: 'ERROR_MERGE_REFUSED' }

let victim: number
let stranger: number
beforeEach(async () => {
  await db.delete(rate_limit)
  await db.delete(outbox)
  const twins = (await insertMembers(db, 2, { phone_number: '09012345678', gmo_id: null })) as [number, number]
  ;[victim, stranger] = twins
  const own = await rowOf(victim)
  await insertSubscriptionRow(db, own, { payment_method_id: null })
  await insertOrderRow(db, own, [{ product_sku_id: 101 }], { status: 'delivered' })
})

const rowOf = async (id: number) => (await db.select().from(customer).where(eq(customer.id, id)))[0]!
const merge = (id: number, other_id: number) =>
  mergeCustomers(support, { id, other_id, typed_id: String(other_id), reason: '同じ方のお申し出' })
const lives = async (id: number) => [
  await db.$count(orders, eq(orders.customer_id, id)),
  await db.$count(subscription, eq(subscription.customer_id, id)),
]
/** The token of the link that was sent to this member. */
async function linkOf(id: number): Promise<string> {
  const { email } = await rowOf(id)
  const mail = (await loadQueuedMails(db)).findLast(({ to, text }) => to === email && text.includes('/sh/merge?token='))
  return /merge\?token=([\w-]+)/.exec(mail!.text)![1]!
}
const answer = (token: string, agrees = true) => answerMergeConsentRequest(ctx, { token, agrees })

test('with a proved mailbox of their own a stranger gets nothing, in either direction, until the member agreed', async () => {
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
  await expect(merge(victim, stranger)).rejects.toMatchObject(refused)
  expect(await previewMerge(support, { id: stranger, other_id: victim })).toMatchObject({
    problem: null,
    consent: null,
    consent_problem: expect.any(String),
    ask_problem: null,
  })

  await requestMergeConsent(support, { id: stranger, other_id: victim })
  // The victim hears of it before anything moves.
  const mails = await loadQueuedMails(db)
  expect(mails.map(({ to }) => to).sort()).toEqual([(await rowOf(victim)).email, (await rowOf(stranger)).email].sort())
  await answer(await linkOf(stranger))
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
  expect(await lives(stranger)).toEqual([0, 0])

  await answer(await linkOf(victim), false)
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
  await expect(merge(victim, stranger)).rejects.toMatchObject(refused)
  for (const [id, other_id] of [
    [stranger, victim],
    [victim, stranger],
  ] as const)
    await expect(requestMergeConsent(support, { id, other_id })).rejects.toMatchObject(refused)
  expect(await lives(victim)).toEqual([1, 1])
})

test('both owners agree by their links, once each, and the merge follows; the other direction was not agreed to', async () => {
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  const [ending, kept] = [await linkOf(victim), await linkOf(stranger)]
  expect(await showMergeConsentRequest(ctx, { token: ending })).toEqual({
    customer_id: victim,
    ending_id: victim,
    kept_id: stranger,
    moves: [
      { name: '注文', count: 1 },
      { name: '定期便', count: 1 },
    ],
  })
  // Nothing of somebody else's life is shown before they agreed.
  expect(await showMergeConsentRequest(ctx, { token: kept })).toMatchObject({ customer_id: stranger, moves: [] })
  await answer(ending)
  await expect(answer(ending)).rejects.toMatchObject({ code: 8003 })
  await expect(showMergeConsentRequest(ctx, { token: ending })).rejects.toMatchObject({ code: 8003 })
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
  await answer(kept)
  expect(await previewMerge(support, { id: stranger, other_id: victim })).toMatchObject({
    consent: { state: 'agreed' },
    consent_problem: null,
  })
  await expect(merge(victim, stranger)).rejects.toMatchObject(refused)
  await merge(stranger, victim)
  expect(await lives(stranger)).toEqual([1, 1])
  const [request] = await db.select().from(merge_request).where(eq(merge_request.customer_id, victim))
  expect(request).toMatchObject({ kept_id: stranger, ...support.actor })
})

test('two answers in the same moment are both kept', async () => {
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  await Promise.all([answer(await linkOf(victim)), answer(await linkOf(stranger))])
  expect(await previewMerge(support, { id: stranger, other_id: victim })).toMatchObject({
    consent: { state: 'agreed' },
  })
})

test('a link ends after seven days, with a new question, and with the mailbox; an agreement after thirty', async () => {
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  const old = await linkOf(victim)
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  await expect(answer(old)).rejects.toMatchObject({ code: 8003 })
  // As a change of the e-mail and a withdrawal do.
  const current = await linkOf(victim)
  await invalidateLinkTokens(db, ctx, victim)
  await expect(answer(current)).rejects.toMatchObject({ code: 8003 })
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  const [ending, kept] = [await linkOf(victim), await linkOf(stranger)]
  await answer(ending)
  clock.move(7)
  await expect(answer(kept)).rejects.toMatchObject({ code: 8002 })
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  for (const id of [victim, stranger]) await answer(await linkOf(id))
  clock.move(30)
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
  expect(await previewMerge(support, { id: stranger, other_id: victim })).toMatchObject({
    consent: { state: 'expired' },
  })
})

test('a question about a third account ends what was agreed', async () => {
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  for (const id of [victim, stranger]) await answer(await linkOf(id))
  const [third] = (await insertMembers(db, 1)) as [number]
  await requestMergeConsent(support, { id: third, other_id: victim })
  await expect(merge(stranger, victim)).rejects.toMatchObject(refused)
})

test('an operator records how both were identified: both are told before, and the record names no one in the trail', async () => {
  const checks = { kept_identity_check: '運転免許証の写し', other_identity_check: '登録の電話に折り返し' }
  const action = 'POST /admin/v1/customers/{id}/merge/identity'
  await recordMergeIdentity({ ...support, action }, { id: stranger, other_id: victim, ...checks })
  const mails = await loadQueuedMails(db)
  expect(mails.map(({ to }) => to)).toContain((await rowOf(victim)).email)
  expect(JSON.stringify(mails)).not.toContain('token=')
  const trail = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(victim)))
  expect(JSON.stringify(trail)).not.toContain('免許')
  await expect(merge(victim, stranger)).rejects.toMatchObject(refused)
  await merge(stranger, victim)
  expect(await lives(stranger)).toEqual([1, 1])
})

test('an address that nobody proved gets no link; LINE of the member does, and its text is not kept', async () => {
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  await db.update(customer).set({ email_verified_at: null }).where(eq(customer.id, victim))
  await db.execute(sql`update subscription set customer_id = ${stranger} where customer_id = ${victim}`)
  await expect(requestMergeConsent(support, { id: stranger, other_id: victim })).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining(String(victim)),
  })
  const line_id = `U${String(victim).padStart(32, '0')}`
  await db.update(customer).set({ line_id }).where(eq(customer.id, victim))
  await db
    .insert(line_friend)
    .values({ shop_id: 2, line_user_id: line_id, friend_status_id: 4, updated_at: new Date() })
  await requestMergeConsent(support, { id: stranger, other_id: victim })
  const mails = (await loadQueuedMails(db)).filter(({ text }) => text)
  expect(mails.map(({ to }) => to)).toEqual([(await rowOf(stranger)).email])
  const [line] = await db.select().from(outbox).where(eq(outbox.kind, 'line'))
  expect(line).toMatchObject({ customer_id: victim, payload: { to: line_id, is_secret: true } })
  const token = /merge\?token=([\w-]+)/.exec(JSON.stringify(line!.payload))![1]!
  expect(await answer(token)).toEqual({ agrees: true })
})

test('会員の登録 with a caller’s e-mail beside a known phone proves nobody', async () => {
  const { profile } = {
    profile: {
      name01: '山口',
      name02: '花',
      kana01: 'やまぐち',
      kana02: 'はな',
      postal_code01: '248',
      postal_code02: '0006',
      pref_id: 14,
      addr01: '鎌倉市小町',
      addr02: '1-1',
      addr03: '',
      phone_number: '09012345678',
      email: 'caller@example.com',
      birthday: null,
      sex: null,
      account_type: false,
      company_name: '',
      company_name_kana: '',
      manager_name: '',
      manager_name_kana: '',
    },
  }
  const { id } = await addCustomer(support, profile)
  expect(await previewMerge(support, { id, other_id: victim })).toMatchObject({
    problem: expect.stringContaining(`会員${id}のメールアドレス`),
  })
  await expect(merge(id, victim)).rejects.toMatchObject(refused)
})
