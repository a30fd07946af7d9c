import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { audit_event } from '@kushi/db/schema/operator'
import { privacy_incident } from '@kushi/db/schema/privacy'
import { testDatabase } from '@kushi/db/testing'
import { desc, eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import {
  addPrivacyIncident,
  changePrivacyIncident,
  listDueIncidentReports,
  listPrivacyIncidents,
  showPrivacyIncident,
} from './admin/incidents.ts'
import { closeMemberAccount } from './internal/close-account.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = { ...(await operatorContext(db)), action: 'POST /admin/v1/privacy-incidents' }

const typed = {
  found_on: ctx.clock.today(),
  what: '別の方あての納品書を同封しました。',
  population: 'buyers_of_period' as const,
  from_on: '2026-03-01',
  to_on: '2026-03-31',
  leaked: ['full_name' as const, 'birth_date' as const],
  is_sensitive: false,
  has_money_risk: false,
  is_malicious: false,
  measures: '',
  first_reported_on: null,
  final_reported_on: null,
  notified_on: null,
}

test('counts who bought in the period, to the day in Japan, once each, and who has the field', async () => {
  const [first, second, third] = await insertMembers(db, 3)
  await db.update(customer).set({ birthday: '1990-01-01' }).where(eq(customer.id, first!))
  const members = await db
    .select()
    .from(customer)
    .where(inArray(customer.id, [first!, second!, third!]))
  for (const [customer_id, at] of [
    [first, '2026-03-01T00:00:00+09:00'],
    [first, '2026-03-10T12:00:00+09:00'],
    [second, '2026-03-31T23:59:59+09:00'],
    [third, '2026-04-01T00:00:00+09:00'],
    [third, '2026-02-28T23:59:59+09:00'],
  ] as const)
    await insertOrderRow(db, members.find(({ id }) => id === customer_id)!, [{ product_sku_id: 101 }], {
      created_at: new Date(at),
    })
  const made = await addPrivacyIncident(ctx, typed)
  expect(made).toMatchObject({
    persons: 2,
    persons_by_field: [
      { leaked: 'full_name', persons: 2 },
      { leaked: 'birth_date', persons: 1 },
    ],
    must_report: false,
    actor_name: ctx.operator.name,
  })
  const [trail] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(trail).toMatchObject({
    subject: 'privacy_incident',
    after: { persons: 2, leaked: ['full_name', 'birth_date'] },
  })

  // All members of that day, and what changes is recorded with the new count.
  const all = await changePrivacyIncident(ctx, {
    id: made.id,
    ...typed,
    population: 'members_of_period',
    is_malicious: true,
  })
  expect(all.must_report).toBe(true)
  expect(all.persons).toBe(
    (await db.$count(customer, eq(customer.shop_id, 2))) -
      (
        await database.pool.query(
          `select count(*)::int n from customer where shop_id = 2 and (created_at >= '2026-04-01T00:00:00+09:00' or withdrawn_at < '2026-03-01T00:00:00+09:00')`,
        )
      ).rows[0].n,
  )
  expect(await showPrivacyIncident(ctx, { id: made.id })).toEqual(all)
  expect((await listPrivacyIncidents(ctx, {})).items).toEqual([all])
})

test('a day that is not here yet, an incident of another shop', async () => {
  await expect(addPrivacyIncident(ctx, { ...typed, notified_on: '2099-01-01' })).rejects.toMatchObject({
    fields: [{ path: 'notified_on' }],
  })
  const made = await addPrivacyIncident(ctx, typed)
  const other = { ...ctx, ...testContext(db, { shop_id: 3 }), operator: ctx.operator, trail: ctx.trail }
  await expect(showPrivacyIncident(other as never, { id: made.id })).rejects.toMatchObject({ status: 404 })
})

test('the count stays when an account is closed; a new one counts it for each field, and a placeholder for no mail address', async () => {
  const leaked = ['full_name' as const, 'mail_address' as const, 'birth_date' as const]
  const form = { ...typed, from_on: '2026-05-01', to_on: '2026-05-31', leaked }
  const [leaving, staying] = await insertMembers(db, 2, { birthday: '1990-01-01' })
  const at = { created_at: new Date('2026-05-10T12:00:00+09:00') }
  for (const id of [leaving!, staying!]) {
    const [row] = await db.select().from(customer).where(eq(customer.id, id))
    await insertOrderRow(db, row!, [{ product_sku_id: 101 }], {
      ...at,
      status: id === staying ? 'cancelled' : 'delivered',
    })
  }
  await db
    .update(customer)
    .set({ email: `withdrawn:${staying}` })
    .where(eq(customer.id, staying!))
  const made = await addPrivacyIncident(ctx, form)
  const counts = { persons: 2, persons_by_field: [{ persons: 2 }, { persons: 1 }, { persons: 2 }] }
  expect(made).toMatchObject(counts)
  const [row] = await db.select().from(customer).where(eq(customer.id, leaving!))
  await db.transaction((tx) => closeMemberAccount(tx, ctx, row!))
  expect(await addPrivacyIncident(ctx, form)).toMatchObject(counts)
  // A data set that was erased since then changes nothing in what was counted.
  await db.update(customer).set({ birthday: null, name01: '' }).where(eq(customer.id, staying!))
  expect(await changePrivacyIncident(ctx, { id: made.id, ...form, measures: '回収しました。' })).toMatchObject(counts)
  const less = { ...form, leaked: ['birth_date' as const] }
  expect(await changePrivacyIncident(ctx, { id: made.id, ...less })).toMatchObject({
    persons_by_field: [{ persons: 1 }],
  })
})

test('移行: a guest of a former shop is a buyer of the day with what the order says, and no member', async () => {
  const [id] = await insertMembers(db, 1, { birthday: null })
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  const created_at = new Date('2026-07-10T12:00:00+09:00')
  await insertOrderRow(db, row!, [{ product_sku_id: 101 }], { created_at })
  const blank = { name01: '', name02: '', addr01: '', phone_number: '', password_hash: null }
  await db
    .update(customer)
    .set({ ...blank, moved_as: 'guest', created_at, withdrawn_at: created_at })
    .where(eq(customer.id, id!))
  const leaked = ['full_name' as const, 'telephone' as const, 'birth_date' as const, 'login_password' as const]
  const form = { ...typed, from_on: '2026-07-10', to_on: '2026-07-10', leaked }
  expect(await addPrivacyIncident(ctx, form)).toMatchObject({
    persons: 1,
    persons_by_field: [
      { leaked: 'full_name', persons: 1 },
      { leaked: 'telephone', persons: 1 },
      { leaked: 'birth_date', persons: 0 },
      { leaked: 'login_password', persons: 0 },
    ],
  })
  const count = async () => (await addPrivacyIncident(ctx, { ...form, population: 'members_of_period' })).persons
  const before = await count()
  await db.update(customer).set({ moved_as: null }).where(eq(customer.id, id!))
  expect(await count()).toBe(before + 1)
})

test('who sees no personal data reads no text of it, and sends it back unchanged', async () => {
  const { id } = await addPrivacyIncident(ctx, { ...typed, what: '山田様あての箱でした。' })
  const blind = { ...ctx, operator: { ...ctx.operator, permissions: ['customer.read' as const] } }
  const shown = await showPrivacyIncident(blind, { id })
  expect(JSON.stringify(shown)).not.toContain('山田')
  await changePrivacyIncident(blind, { id, ...typed, what: shown.what })
  expect((await showPrivacyIncident(ctx, { id })).what).toBe('山田様あての箱でした。')
  const trail = await db.select().from(audit_event).where(eq(audit_event.subject, 'privacy_incident'))
  expect(JSON.stringify(trail)).not.toContain('山田')
})

test('counts who only sent an inquiry, each person once, by what the inquiry or their account has', async () => {
  const [member] = await insertMembers(db, 1, { birthday: '1990-01-01' })
  const row = {
    shop_id: 2,
    inquiry_status_id: 1,
    inquiry_type_id: 1,
    kind: 'contact' as const,
    name_kana: 'ヤマダ',
    content: '届きません。',
    terms_version: '1',
    request_digest: 'x',
    created_at: new Date('2026-06-30T23:59:59+09:00'),
  }
  const sent = [
    { name: '山田', email: 'guest@example.com', phone_number: '0467000000' },
    { name: '山田', email: 'Guest@example.com' },
    { name: '会員', email: 'member@example.com', customer_id: member! },
    { name: '電話の方', email: '', inquiry_type_id: 2 },
    // Erased since: nobody knows any more what it had.
    { name: '消去済み', email: '' },
    { name: '翌日', email: 'late@example.com', created_at: new Date('2026-07-01T00:00:00+09:00') },
  ]
  await db
    .insert(inquiry)
    .values(sent.map((one, n) => ({ ...row, inquiry_no: `Q${n}`, idempotency_key: `q${n}`, ...one })))
  const leaked = ['full_name' as const, 'telephone' as const, 'mail_address' as const, 'birth_date' as const]
  const form = {
    ...typed,
    population: 'inquirers_of_period' as const,
    from_on: '2026-06-01',
    to_on: '2026-06-30',
    leaked,
  }
  expect(await addPrivacyIncident(ctx, form)).toMatchObject({
    persons: 4,
    persons_by_field: [
      { leaked: 'full_name', persons: 4 },
      { leaked: 'telephone', persons: 3 },
      { leaked: 'mail_address', persons: 3 },
      { leaked: 'birth_date', persons: 2 },
    ],
  })
})

test('a report that is owed is not hidden by newer incidents that need none', async () => {
  const owed = await addPrivacyIncident(ctx, { ...typed, is_malicious: true })
  const { id, ...row } = (await db.select().from(privacy_incident).where(eq(privacy_incident.id, owed.id)))[0]!
  await db.insert(privacy_incident).values(Array.from({ length: 101 }, () => ({ ...row, is_malicious: false })))
  expect((await listDueIncidentReports(ctx, 100)).map((one) => one.id)).toContain(id)
})
