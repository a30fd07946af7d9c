import { customer, customer_note } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { order_document, order_note, orders } from '@kushi/db/schema/order'
import { testDatabase } from '@kushi/db/testing'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { fakeCardVault } from '../../testing/card-vault.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { erasePersonalData } from './admin/erase.ts'
import { addPrivacyRequest, changePrivacyRequest } from './admin/requests.ts'
import { personalDataTables } from './internal/person-tables.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)
const clock = testClock()
const ctx = testContext(db, { clock, ports: { card: fakeCardVault() } })
const manager = await newOperatorContext(ctx, '店長', 'manager')

/** In every text that somebody typed. */
const MARK = '残野'

/** Tables and columns that contain the mark. */
async function marks(): Promise<string[]> {
  const { rows: columns } = await pool.query<{ of: string; name: string }>(
    `select table_name as of, column_name as name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'ARRAY') order by 1, 2`,
  )
  const found: string[] = []
  for (const { of, name } of columns) {
    const { rowCount } = await pool.query(`select 1 from "${of}" where "${name}"::text like $1 limit 1`, [`%${MARK}%`])
    if (rowCount) found.push(`${of}.${name}`)
  }
  return found
}

test('after an erasure no text that the member or an operator typed is anywhere', async () => {
  const { id: subscription_id, member } = await insertSubscribedMember(db, ctx, {
    payment_method_id: null,
    card_seq: null,
  })
  const { customer_id } = member
  const own = { shop_id: 2, customer_id }
  const [who] = await db.select().from(customer).where(eq(customer.id, customer_id))
  await insertOrderRow(db, who!, [{ product_sku_id: 101 }], { status: 'delivered' })
  await db.update(orders).set({ status: 'delivered' }).where(eq(orders.customer_id, customer_id))
  const placed = await db.select({ id: orders.id }).from(orders).where(eq(orders.customer_id, customer_id))
  const order_ids = placed.map(({ id }) => id)
  const by = { shop_id: 2, operator_id: manager.operator.id, created_at: clock.now() }
  const of = { shop_id: 2, order_id: order_ids[0]!, created_at: clock.now() }
  await db.insert(customer_note).values({ ...by, customer_id, body: MARK })
  await db.insert(order_note).values({ ...by, ...of, body: MARK })
  await db.insert(order_document).values({ ...of, document_type: 'receipt', issue_no: 1, addressee: '', proviso: '' })
  await db.insert(inquiry).values({
    ...own,
    inquiry_no: `M-${customer_id}`,
    inquiry_status_id: 3,
    inquiry_type_id: 1,
    kind: 'contact',
    name: MARK,
    name_kana: MARK,
    email: who!.email,
    content: MARK,
    terms_version: '1',
    idempotency_key: `m-${customer_id}`,
    request_digest: '',
  })

  const planted: string[] = []
  const ids: Record<string, number[]> = {
    customer_id: [customer_id],
    order_id: order_ids,
    subscription_id: [subscription_id],
  }
  for (const { table, name, columns, facts } of personalDataTables) {
    if (!('sets' in facts.erased) || typeof facts.by !== 'string' || !ids[facts.by]) continue
    const said = Object.entries(facts.erased.sets).filter(
      ([, left]) => left === null || left === '' || left === ERASED_NAME,
    )
    for (const [column] of said) {
      const type = columns[column]!.columnType
      if (type !== 'PgText' && type !== 'PgJsonb') continue
      const value = type === 'PgText' ? MARK : { name: MARK, message: MARK }
      const { rowCount } = await db
        .update(table)
        .set({ [column]: value })
        .where(and(eq(columns['shop_id']!, member.shop_id), inArray(columns[facts.by]!, ids[facts.by]!)))
      if (rowCount) planted.push(`${name}.${column}`)
    }
  }
  expect(planted).toEqual(
    expect.arrayContaining(['orders.wrapping', 'orders.name01', 'subscription.name01', 'order_document.proviso']),
  )
  expect(await marks()).toEqual(expect.arrayContaining([...planted, 'customer_note.body', 'inquiry.content']))

  const request = { source: 'phone', inquiry_id: null, content: `${MARK}様から`, due_on: null } as const
  const { id } = await addPrivacyRequest(manager, { ...request, id: customer_id, kind: 'erasure' })
  const checked = { identity_check: '登録のお電話に折り返した', answer: '', due_on: '2026-12-01' }
  await changePrivacyRequest(manager, { id, ...checked, state: 'working' })
  await erasePersonalData(manager, { id, with_guest_records: false })
  expect(await marks()).toEqual([])
})

/** Texts that stay in a row of a person: the shop’s and providers’ own words, keys and kinds, and the proof of the request itself. */
const NOT_ERASED = {
  orders: 'order_no status idempotency_key moved_payment_name tax_lines adcd abmtcd landing_slug replacement_kind',
  order_credit: 'kind tax_lines actor_kind actor_name',
  order_evidence: 'request_digest terms_version',
  order_offer_answer: 'offer_place',
  order_visit: 'landing_path',
  order_document: 'document_type',
  payment_refund: 'way actor_kind actor_name',
  bank_refund: 'actor_kind actor_name',
  subscription:
    'skipped_dates second_way charge_permission_id billing_key lump_sum_rule agreed_terms end_event adcd abmtcd',
  conversion_delivery: 'event_name conversion_state drop_reason',
  consent_event: 'channel screen wording version actor_kind actor_name',
  cart_tracking: 'items adcd abmtcd end_reason',
  card_registration: 'state provider_order_id access_id access_pass redirect_url idempotency_key error',
  linked_account: 'user_authorization_id nonce',
  payment_transfer: 'transfer_key',
  point_entry: 'point_kind',
  privacy_request: 'kind source state identity_check answer actor_kind actor_name',
}

test('a text of a row that stays is erased, or known to be nobody’s', () => {
  const left = personalDataTables.flatMap(({ table, name, facts: { erased } }) => {
    if (!('sets' in erased)) return []
    const texts = Object.values(getTableColumns(table)).filter(
      ({ columnType, name: column }) => /^Pg(Text|Jsonb?)$/.test(columnType) && !(column in erased.sets),
    )
    return texts.length === 0 ? [] : [[name, texts.map((column) => column.name).join(' ')]]
  })
  expect(Object.fromEntries(left)).toEqual(NOT_ERASED)
})
