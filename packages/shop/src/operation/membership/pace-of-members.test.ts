import { orders } from '@kushi/db/schema/order'
import { pace_answer, pace_prior, subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { acceptPaceProposal } from '../../sales/subscription/accept-pace.ts'
import { showPace } from '../../sales/subscription/fit-pace.ts'
import { testContext } from '../../testing/context.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { answerLeftover, insertOilSubscription, OIL_SKU_ID, setOilLastingDays } from '../../testing/pace.ts'
import { loadSubscriptionRow } from '../../testing/subscription.ts'
import { erasePersonalData } from './admin/erase.ts'
import { addPrivacyRequest, changePrivacyRequest } from './admin/requests.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeAll(() => setOilLastingDays(db))

/** A contract with an answer of before the first purchase. */
async function lived() {
  const one = await insertOilSubscription(db)
  const { shop_id, clock } = one.member
  const prior = { shop_id, subscription_id: one.id, product_sku_id: OIL_SKU_ID, created_at: clock.now() }
  await db.insert(pace_prior).values({ ...prior, answers: ['毎日'], days_percent: 80 })
  return one
}
const countOf = async (table: typeof pace_prior | typeof pace_answer, id: number) =>
  db.$count(table, eq(table.subscription_id, id))

test('統合: what was answered and proposed goes on with the contract, and the kept member takes it', async () => {
  const { id, member, clock } = await lived()
  const { text, proposals } = await answerLeftover(member, id, { rest_answer: 'more' })
  const [kept] = (await insertMembers(db, 1)) as [number]
  // The kept member has no card store, so the contract is paid on delivery.
  await db.update(subscription).set({ payment_method_id: null, card_seq: null }).where(eq(subscription.id, id))
  await mergeWithIdentityChecks(await operatorContext(db, 'support', { clock }), kept, member.customer_id)
  const other = withMemberActor(testContext(db, { clock, customer_id: kept }), kept)
  const { pace } = await showPace(other, { id })
  expect(pace).toMatchObject({ text, rest_answer: 'more' })
  expect(pace!.proposals.map(({ pace_kind }) => pace_kind)).toEqual(proposals.map(({ pace_kind }) => pace_kind))
  expect(await countOf(pace_prior, id)).toBe(1)
  const { version } = await loadSubscriptionRow(db, id)
  await acceptPaceProposal(other, { id, pace_kind: proposals[0]!.pace_kind, version })
  await expect(showPace(member, { id })).rejects.toMatchObject({ status: 404 })
})

test('削除: what was said of its use goes; what was answered of a delivery names nobody', async () => {
  const { id, member, clock } = await lived()
  await answerLeftover(member, id, { rest_answer: 'more' })
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.subscription_id, id))
  await db
    .update(subscription)
    .set({ summary_status: SUBSCRIPTION_STATUS.cancel, ended_on: clock.today(), end_event: 'ended' })
    .where(eq(subscription.id, id))
  const manager = await operatorContext(db, 'manager', { clock })
  const asked = { source: 'phone', inquiry_id: null, content: '消してほしい', due_on: null } as const
  const request = await addPrivacyRequest(manager, { ...asked, id: member.customer_id, kind: 'erasure' })
  const checked = { identity_check: '登録のお電話に折り返した', answer: '', due_on: '2027-01-05' }
  await changePrivacyRequest(manager, { id: request.id, ...checked, state: 'working' })
  await erasePersonalData(manager, { id: request.id, with_guest_records: false })
  expect(await countOf(pace_prior, id)).toBe(0)
  expect(await countOf(pace_answer, id)).toBe(1)
})
