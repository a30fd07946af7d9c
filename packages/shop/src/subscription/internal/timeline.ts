import type { TimelineEntry } from '@kushi/contract/admin/order'
import type { Queryable } from '@kushi/db/connect'
import { audit_event, operator } from '@kushi/db/schema/operator'
import { subscription_event, subscription_note } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { MESSAGE_STATE_NAME } from '@kushi/values/message-state'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { actorText } from '../../actor.ts'
import { maskText } from '../../admin/index.ts'
import { callSummary } from '../../audit/index.ts'
import { eventText } from '../rules/event-text.ts'
import { failureName } from '../rules/failure.ts'
import type { EventDetail } from './record-event.ts'

/** Of each kind the latest. */
const MOST = 100
/** What an operator does that is no event of the subscription itself. */
const DEEDS = ['POST /admin/v1/subscriptions/{id}/retry', 'POST /admin/v1/subscriptions/{id}/end']

type Entry = Omit<TimelineEntry, 'created_at'> & { at: Date }
interface Of {
  db: Queryable
  shop_id: number
  subscription_id: number
  /** Whether addresses and what was written may be shown. */
  is_open: boolean
}

/** Everything that happened to a subscription, the newest first. */
export async function timelineOf(of: Of): Promise<TimelineEntry[]> {
  const entries = [...(await events(of)), ...(await messages(of)), ...(await notes(of)), ...(await deeds(of))]
  return entries
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...entry }) => ({ ...entry, created_at: at.toISOString() }))
}

const ofIt = ({ shop_id, subscription_id }: Of, table: { shop_id: AnyPgColumn; subscription_id: AnyPgColumn }) =>
  and(eq(table.shop_id, shop_id), eq(table.subscription_id, subscription_id))

async function events(of: Of): Promise<Entry[]> {
  const rows = await of.db
    .select()
    .from(subscription_event)
    .where(ofIt(of, subscription_event))
    .orderBy(desc(subscription_event.id))
    .limit(MOST)
  return rows.map((event) => ({
    ...{ key: `event-${event.id}`, kind: 'subscription', text: eventText(event.event), actor: actorText(event) },
    ...{ detail: detailText(event.detail as EventDetail, of.is_open), at: event.created_at },
  }))
}

const PERSONAL: readonly string[] = ['shipping_address', 'delivery_notes']

function detailText({ changes = [], order_no, failure, detail, ended_for }: EventDetail, is_open: boolean) {
  const said = [
    order_no && `注文 ${order_no}`,
    failure && failureName(failure),
    ...changes.map(({ name, label, before, after }) =>
      PERSONAL.includes(name) && !is_open ? `${label}: 変更` : `${label}: ${before} → ${after}`,
    ),
    is_open && detail,
    is_open && ended_for,
  ].filter(Boolean)
  return said.length > 0 ? said.join('\n') : null
}

async function messages(of: Of): Promise<Entry[]> {
  const rows = await of.db.select().from(outbox).where(ofIt(of, outbox)).orderBy(desc(outbox.id)).limit(MOST)
  return rows.map(({ id, kind, subject, state, created_at }) => ({
    ...{ key: `message-${id}`, kind: 'message', actor: null, at: created_at },
    text: `${kind === 'line' ? 'LINE' : 'メール'}: ${subject}`,
    detail: MESSAGE_STATE_NAME[state],
  }))
}

async function notes(of: Of): Promise<Entry[]> {
  const rows = await loadNotes(of)
  return rows.map(({ id, body, operator_name, at }) => ({
    ...{ key: `note-${id}`, kind: 'note', text: body, detail: null, actor: operator_name, at },
  }))
}

/** 社内メモ of a subscription, the newest first. */
export async function loadNotes(of: Of) {
  const rows = await of.db
    .select({
      ...{ id: subscription_note.id, body: subscription_note.body, at: subscription_note.created_at },
      operator_name: operator.name,
    })
    .from(subscription_note)
    .innerJoin(operator, eq(operator.id, subscription_note.operator_id))
    .where(ofIt(of, subscription_note))
    .orderBy(desc(subscription_note.id))
    .limit(MOST)
  return rows.map((note) => ({ ...note, body: of.is_open ? note.body : maskText(note.body) }))
}

/** Why it was ended stands with the event. */
async function deeds({ db, shop_id, subscription_id }: Of): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(audit_event)
    .where(
      and(
        ...[eq(audit_event.shop_id, shop_id), eq(audit_event.subject, 'subscription')],
        ...[eq(audit_event.subject_id, String(subscription_id)), inArray(audit_event.action, DEEDS)],
      ),
    )
    .orderBy(desc(audit_event.created_at), desc(audit_event.id))
    .limit(MOST)
  return rows.map(({ id, action, operator_name, created_at }) => ({
    ...{ key: `staff-${id}`, kind: 'staff', text: callSummary(action), actor: operator_name, at: created_at },
    detail: null,
  }))
}
