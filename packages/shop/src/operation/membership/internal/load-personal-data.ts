import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { inquiry_message } from '@kushi/db/schema/inquiry'
import { audit_event } from '@kushi/db/schema/operator'
import { promotion_use } from '@kushi/db/schema/promotion'
import { prefectureName } from '@kushi/values/prefecture'
import { and, asc, eq, inArray, ne, or } from 'drizzle-orm'
import { auditActionText } from '../../../foundation/audit/index.ts'
import { INQUIRY_SHOP_COPY_PREFIX } from '../../../messaging/message/index.ts'
import { notFound } from '../../../shop-error.ts'
import type { PersonalDataSection } from '../rules/personal-data-page.ts'
import { loadGuestRecords } from './load-as-guest.ts'
import { memberRowsCondition, personalDataTables } from './person-tables.ts'

type Rows = Record<string, unknown>[]

/** Maximum rows of each kind, oldest first. No member has more. */
const MOST = 10_000

/** In every table: technical columns, which are not about the person; and secrets. */
const hidden = new Set([
  'shop_id',
  'customer_id',
  'password_hash',
  'request_digest',
  'idempotency_key',
  'gmo_id',
  'forget_cards_at',
  'token_hash',
  'revision',
  'version',
  'dedupe_key',
  'payload',
  'attempts',
  'next_attempt_at',
  'error',
  'list_no',
  'billing_key',
  'charge_permission_id',
  'queue_at',
  'operator_id',
  'actor_kind',
  'actor_id',
  'actor_name',
  'tracking_hash',
  'state_hash',
  'redirect_uri',
  'add_timing_id',
  'step',
  'next_at',
  // Operators' reasons for decisions are internal, like their notes.
  'decision_reason',
  'reason',
  'operator_name',
])
/** Keys and seals, of whatever table. */
const isSecret = (name: string) => /_(hash|digest|key|pass)$|^sealed/.test(name)

const open = (row: Record<string, unknown>) => {
  const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name) && !isSecret(name)))
  return typeof row.pref_id === 'number' ? { ...shown, pref_id: prefectureName(row.pref_id) } : shown
}

/**
 * Returns all 保有個人データ of a member; `with_guest_records`: including what they left as a guest. Without operators'
 * internal notes.
 * @throws ShopError 404
 */
export async function loadPersonalData(
  db: Queryable,
  shop_id: number,
  customer_id: number,
  { with_guest_records } = { with_guest_records: false },
): Promise<PersonalDataSection[]> {
  const [member] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id)))
  if (!member) throw notFound()
  const found = new Map<string, Rows>()
  for (const { table, name, columns, facts } of personalDataTables) {
    if (typeof facts.shown !== 'string') continue
    const { id, created_at } = columns
    const hides: readonly string[] = facts.hides ?? []
    const rows: Rows = await db
      .select(Object.fromEntries(Object.entries(columns).filter(([column]) => !hides.includes(column))))
      .from(table)
      .where(
        and(
          memberRowsCondition(table, member),
          name === 'inquiry_message' ? ne(inquiry_message.direction, 'note') : undefined,
        ),
      )
      .orderBy(...[created_at, id].flatMap((column) => (column ? [asc(column)] : [])))
      .limit(MOST)
    found.set(
      name,
      rows.filter((row) => name !== 'outbox' || isToThem(row)),
    )
  }
  const rowsOf = (name: string) => found.get(name) ?? []
  const about = (subject: string, rows: Rows) =>
    and(
      eq(audit_event.shop_id, shop_id),
      eq(audit_event.subject, subject),
      inArray(audit_event.subject_id, ['0', ...rows.map((row) => String(row['id']))]),
    )
  const done = await db
    .select({ created_at: audit_event.created_at, action: audit_event.action, subject_name: audit_event.subject_name })
    .from(audit_event)
    .where(
      or(
        about('customer', [member]),
        about('order', rowsOf('orders')),
        about(
          'shipment',
          rowsOf('shipment').map((one) => ({ id: one['shipment_no'] })),
        ),
        about('subscription', rowsOf('subscription')),
        about('inquiry', rowsOf('inquiry')),
        about('message', rowsOf('outbox')),
      ),
    )
    .orderBy(asc(audit_event.created_at), asc(audit_event.id))
    .limit(MOST)
  const guest = with_guest_records ? await loadGuestRecords(db, member) : []
  const introduced = await db
    .select({ created_at: promotion_use.created_at, introducer_points: promotion_use.introducer_points })
    .from(promotion_use)
    .where(and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.introducer_id, customer_id)))
    .orderBy(asc(promotion_use.id))
    .limit(MOST)
  const parts: [string, Rows][] = [
    ...personalDataTables.flatMap(({ name, facts }): [string, Rows][] =>
      typeof facts.shown === 'string' ? [[facts.shown, rowsOf(name)]] : [],
    ),
    ['お友だちのご紹介', introduced],
    ...guest.map(([title, rows]): [string, typeof rows] => [`ログインせずに: ${title}`, rows]),
    ['お店の操作の記録', done.map(({ action, ...entry }) => ({ ...entry, summary: auditActionText(action) }))],
  ]
  return parts.map(([title, rows]) => ({ title, rows: rows.map(open) }))
}

/** The member's own texts are listed with their inquiries. The shop's copies of those were not sent to the member. */
const isToThem = ({ dedupe_key }: Record<string, unknown>) => !String(dedupe_key).startsWith(INQUIRY_SHOP_COPY_PREFIX)
