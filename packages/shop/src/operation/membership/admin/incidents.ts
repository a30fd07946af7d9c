import type { PrivacyIncident, PrivacyIncidentForm } from '@kushi/contract/admin/privacy-incident'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { inquiry } from '@kushi/db/schema/inquiry'
import { orders } from '@kushi/db/schema/order'
import { privacy_incident } from '@kushi/db/schema/privacy'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { INCIDENT_FIELDS, type IncidentField } from '@kushi/values/privacy-incident'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  maskText,
  type OperatorContext,
  type OperatorQueryContext,
} from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { UNREACHABLE_EMAIL_PREFIX } from '../../../messaging/message/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import {
  incidentLetter,
  incidentReportDeadlines,
  incidentReportText,
  mustReportIncident,
  nextIncidentReport,
} from '../rules/incident.ts'

type Row = typeof privacy_incident.$inferSelect

/** More of them do not happen in the life of a shop. */
const SHOWN = 100

export const listPrivacyIncidents: AdminHandler<'GET /admin/v1/privacy-incidents'> = async (ctx) => {
  const { db, shop_id } = ctx
  const rows = await db
    .select()
    .from(privacy_incident)
    .where(eq(privacy_incident.shop_id, shop_id))
    .orderBy(desc(privacy_incident.id))
    .limit(SHOWN)
  return { items: rows.map((row) => show(ctx, row)) }
}

export const showPrivacyIncident: AdminHandler<'GET /admin/v1/privacy-incidents/{id}'> = async (ctx, { id }) =>
  show(ctx, await load(ctx.db, ctx, id))

/** Returns the incidents that still need a report to the authority, the earliest deadline first; at most `most`. */
export async function listDueIncidentReports({ db, shop_id }: OperatorContext, most: number) {
  const rows = await db
    .select()
    .from(privacy_incident)
    .where(and(eq(privacy_incident.shop_id, shop_id), isNull(privacy_incident.final_reported_on)))
  return rows
    .flatMap((row) => {
      const next = nextIncidentReport(row, row.persons)
      return next ? [{ id: row.id, ...next }] : []
    })
    .sort((a, b) => a.due_on.localeCompare(b.due_on))
    .slice(0, most)
}

/**
 * Saves an incident and the number of affected persons, counted now.
 * @throws ShopError 422 for a day in the future
 */
export const addPrivacyIncident: AdminHandler<'POST /admin/v1/privacy-incidents'> = (ctx, typed) =>
  ctx.db.transaction(async (tx) => {
    refuseFuture(ctx, typed)
    const counted = await countPersons(tx, ctx, typed)
    const [row] = await tx
      .insert(privacy_incident)
      .values({ ...typed, ...counted, shop_id: ctx.shop_id, ...ctx.actor, created_at: ctx.clock.now() })
      .returning()
    await audit(tx, ctx, row!, null)
    return show(ctx, row!)
  })

/**
 * Changes an incident. Counts the affected persons again only if the population, the period or the leaked fields
 * changed. Members who withdraw later stay in the count.
 * @throws ShopError 404, 422 for a day in the future
 */
export const changePrivacyIncident: AdminHandler<'PUT /admin/v1/privacy-incidents/{id}'> = (ctx, { id, ...typed }) =>
  ctx.db.transaction(async (tx) => {
    refuseFuture(ctx, typed)
    const before = await load(tx, ctx, id)
    const counted = isAboutOthers(before, typed) ? await countPersons(tx, ctx, typed) : {}
    const [row] = await tx
      .update(privacy_incident)
      .set({ ...typed, ...counted, ...keptTexts(ctx, before, typed) })
      .where(and(eq(privacy_incident.shop_id, ctx.shop_id), eq(privacy_incident.id, id)))
      .returning()
    await audit(tx, ctx, row!, before)
    return show(ctx, row!)
  })

const isAboutOthers = (before: Row, typed: PrivacyIncidentForm): boolean =>
  (['population', 'from_on', 'to_on'] as const).some((name) => before[name] !== typed[name]) ||
  before.leaked.toSorted().join() !== typed.leaked.toSorted().join()

/** An operator who saw a masked text and sends it back changes nothing in it. */
function keptTexts(ctx: OperatorContext, before: Row, typed: PrivacyIncidentForm) {
  const kept = (text: string, now: string) => (!canSeePersonalData(ctx) && now === maskText(text) ? text : now)
  return { what: kept(before.what, typed.what), measures: kept(before.measures, typed.measures) }
}

async function load(db: Queryable, { shop_id }: OperatorContext, id: number): Promise<Row> {
  const [row] = await db
    .select()
    .from(privacy_incident)
    .where(and(eq(privacy_incident.shop_id, shop_id), eq(privacy_incident.id, id)))
  if (!row) throw notFound()
  return row
}

const dayFields = ['found_on', 'first_reported_on', 'final_reported_on', 'notified_on'] as const

function refuseFuture({ clock }: OperatorContext, typed: PrivacyIncidentForm): void {
  const today = clock.today()
  const late = dayFields.filter((name) => (typed[name] ?? '') > today)
  if (late.length > 0)
    throw invalidFields(late.map((path) => ({ path, message_id: 'refused', message: 'まだ来ていない日です。' })))
}

/**
 * SQL for each field: whether a person has it. A closed account counts as if it had all fields, because its data is
 * gone.
 */
const HAS: Record<IncidentField, SQL> = {
  full_name: sql`${customer.name01} <> ''`,
  home_address: sql`${customer.addr01} <> ''`,
  telephone: sql`${customer.phone_number} <> ''`,
  mail_address: sql`${customer.email} <> '' and not starts_with(${customer.email}, ${UNREACHABLE_EMAIL_PREFIX})`,
  birth_date: sql`${customer.birthday} is not null`,
  order_history: sql`exists (select from ${orders} where ${orders.shop_id} = ${customer.shop_id} and ${orders.customer_id} = ${customer.id})`,
  login_password: sql`${customer.password_hash} is not null`,
}

/** Fields that the orders of a person who never was a member here (移行) contain; nothing else of them is stored. */
const ORDERS_SAY: ReadonlySet<IncidentField> = new Set([
  'full_name',
  'home_address',
  'telephone',
  'order_history',
] satisfies IncidentField[])

const startOf = (day: CalendarDate) => new Date(`${day}T00:00:00+09:00`)

/**
 * Counts the chosen population, and how many of it have each chosen field. An order counts in any state, because its
 * data is kept.
 */
async function countPersons(db: Queryable, { shop_id }: OperatorContext, typed: PrivacyIncidentForm) {
  const { population, from_on, to_on, leaked } = typed
  const [from, end] = [startOf(from_on), startOf(addDays(to_on, 1))]
  const bought = sql`exists (select from ${orders} where ${orders.shop_id} = ${customer.shop_id}
    and ${orders.customer_id} = ${customer.id} and ${orders.created_at} >= ${from} and ${orders.created_at} < ${end})`
  const members = and(
    isNull(customer.moved_as),
    lt(customer.created_at, end),
    or(isNull(customer.withdrawn_at), gte(customer.withdrawn_at, from)),
  )
  const each = (person: SQL, has: (field: IncidentField) => SQL) => ({
    persons: sql<number>`count(distinct ${person})::int`,
    persons_by_field: sql<Partial<Record<IncidentField, number>>>`jsonb_build_object(${sql.join(
      leaked.map((field) => sql`${field}::text, count(distinct ${person}) filter (where ${has(field)})`),
      sql`, `,
    )})`,
  })
  const ofMember = (field: IncidentField) =>
    sql`case when ${customer.moved_as} is not null then ${ORDERS_SAY.has(field)}::boolean
      else ${customer.withdrawn_at} is not null or (${HAS[field]}) end`
  const [counted] =
    population === 'inquirers_of_period'
      ? await db
          .select(
            each(
              INQUIRER,
              (field) => sql`(${inquiry.name} = ${ERASED_NAME} or ${TOLD[field] ?? sql`false`} or ${ofMember(field)})`,
            ),
          )
          .from(inquiry)
          .leftJoin(customer, refersToCondition(inquiry.customer_id, customer))
          .where(and(eq(inquiry.shop_id, shop_id), gte(inquiry.created_at, from), lt(inquiry.created_at, end)))
      : await db
          .select(each(sql`${customer.id}`, ofMember))
          .from(customer)
          .where(and(eq(customer.shop_id, shop_id), population === 'buyers_of_period' ? bought : members))
  return counted!
}

/** SQL of the person who sent an inquiry: by address, account, LINE or telephone, whichever is known first. */
const INQUIRER = sql`coalesce(nullif(lower(${inquiry.email}), ''), 'member ' || ${inquiry.customer_id},
  'line ' || ${inquiry.line_id}, nullif(${inquiry.phone_number}, ''), 'inquiry ' || ${inquiry.id})`

/** Fields of the sender that an inquiry itself contains, for senders without an account. */
const TOLD: Partial<Record<IncidentField, SQL>> = {
  full_name: sql`${inquiry.name} <> ''`,
  home_address: sql`${inquiry.detail} ->> 'addr01' <> ''`,
  telephone: sql`${inquiry.phone_number} <> ''`,
  mail_address: sql`${inquiry.email} <> ''`,
}

function show(
  ctx: OperatorContext,
  { shop_id: _, actor_kind: __, actor_id: ___, created_at, persons_by_field, ...kept }: Row,
): PrivacyIncident {
  const row = canSeePersonalData(ctx) ? kept : { ...kept, what: maskText(kept.what), measures: maskText(kept.measures) }
  const { persons, found_on, is_malicious } = row
  return {
    ...row,
    persons_by_field: INCIDENT_FIELDS.flatMap((leaked) => {
      const counted = persons_by_field[leaked]
      return counted === undefined ? [] : [{ leaked, persons: counted }]
    }),
    must_report: mustReportIncident(row, persons),
    ...incidentReportDeadlines(found_on, is_malicious),
    report_text: incidentReportText(row, persons),
    ...incidentLetter(row),
    created_at: created_at.toISOString(),
  }
}

function audit(tx: Tx, ctx: OperatorQueryContext, row: Row, before: Row | null): Promise<void> {
  const shown = ({ shop_id: _, actor_kind, actor_id, actor_name, created_at, ...rest }: Row) => rest
  return recordAudit(tx, ctx, {
    subject: 'privacy_incident',
    subject_id: row.id,
    subject_name: `個人情報の事故 ${row.found_on}`,
    before: before && shown(before),
    after: shown(row),
  })
}
