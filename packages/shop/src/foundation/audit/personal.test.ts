import { personalFields } from '@kushi/contract/personal'
import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { desc } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { recordAudit } from './index.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const SECRET = '鵜飼様 090-1234-5678'

test.each([
  ['PUT /admin/v1/customers/{id}/block', { reason: SECRET }],
  ['POST /admin/v1/customers/{id}/merge/identity', { other_identity_check: SECRET, kept_identity_check: SECRET }],
  ['POST /admin/v1/subscriptions/{id}/end', { decision_reason: SECRET }],
  ['POST /admin/v1/shipping/parcels/{shipment_no}/hold', { note: SECRET }],
  ['POST /admin/v1/bulk-jobs/messages', { subject: SECRET, body: SECRET, filter: { q: SECRET, status: ['1'] } }],
  ['POST /admin/v1/bulk-jobs/subscriptions', { params: { reason: 1, detail: SECRET }, filter: { q: SECRET } }],
  ['POST /admin/v1/customers/export', { filter: { q: SECRET, sort: 'id' } }],
  ['a command', { told: SECRET }],
] as const)('操作履歴 of %s keeps that personal data changed, and no word of them', async (action, after) => {
  const ctx = { ...(await operatorContext(db)), action }
  const about = { subject: 'customer', subject_id: 1, subject_name: '会員 1' }
  await recordAudit(db, ctx, { ...about, after, shape: personalFields({ told: 'text' }) })
  const [kept] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(kept!.fields).toEqual(Object.keys(after))
  expect(JSON.stringify(kept!.after)).toMatch(/＊＊/)
  expect(JSON.stringify(kept!.after)).not.toMatch(/鵜飼|090/)
})
