import type { TimelineEntry } from '@kushi/contract/admin/order'
import type { Queryable } from '@kushi/db/connect'
import { audit_event } from '@kushi/db/schema/operator'
import { subscription_event, subscription_note } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { CANCEL_OFFER_NAME } from '@kushi/values/cancel-offer'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { actorText } from '../../../actor.ts'
import {
  loadAuditEntries,
  loadInternalNotes,
  loadMessageEntries,
  MAX_TIMELINE_ENTRIES,
  noteEntries,
  sortTimelineEntries,
  type TimelinePart,
} from '../../../foundation/timeline/index.ts'
import { PERSONAL_CHANGE_FIELDS } from '../rules/changes-between.ts'
import { eventText } from '../rules/event-text.ts'
import { failureName } from '../rules/failure.ts'
import type { EventDetail } from './record-event.ts'

/** Operators' actions that are not events of the subscription itself. */
const DEEDS = ['POST /admin/v1/subscriptions/{id}/retry', 'POST /admin/v1/subscriptions/{id}/end']

interface Of {
  db: Queryable
  shop_id: number
  subscription_id: number
  /** Whether addresses and free text may be shown. */
  is_open: boolean
}

/** Returns everything that happened to a subscription, newest first. */
export async function loadSubscriptionTimeline(of: Of): Promise<TimelineEntry[]> {
  return sortTimelineEntries([
    ...(await events(of)),
    ...(await loadMessageEntries(of.db, ofIt(of, outbox))),
    ...noteEntries(await loadSubscriptionNotes(of)),
    ...(await deeds(of)),
  ])
}

const ofIt = ({ shop_id, subscription_id }: Of, table: { shop_id: AnyPgColumn; subscription_id: AnyPgColumn }) =>
  and(eq(table.shop_id, shop_id), eq(table.subscription_id, subscription_id))

async function events(of: Of): Promise<TimelinePart[]> {
  const rows = await of.db
    .select()
    .from(subscription_event)
    .where(ofIt(of, subscription_event))
    .orderBy(desc(subscription_event.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map((event) => ({
    key: `event-${event.id}`,
    kind: 'subscription',
    text: eventText(event.event),
    actor: actorText(event),
    detail: detailText(event.detail as EventDetail, of.is_open),
    at: event.created_at,
  }))
}

function detailText(event: EventDetail, is_open: boolean) {
  const { changes = [], order_no, failure, reason_label, offered = [], instead_of, detail, ended_for } = event
  const { consent_heard_by } = event
  const said = [
    order_no && `注文 ${order_no}`,
    failure && failureName(failure),
    reason_label && `理由: ${reason_label}`,
    offered.length > 0 && `ご案内: ${offered.map((one) => CANCEL_OFFER_NAME[one]).join('、')}`,
    instead_of && `解約のかわりに: ${CANCEL_OFFER_NAME[instead_of.taken]}(解約の理由: ${instead_of.reason_label})`,
    ...changes.map(({ name, label, before, after }) =>
      PERSONAL_CHANGE_FIELDS.includes(name) && !is_open ? `${label}: 変更` : `${label}: ${before} → ${after}`,
    ),
    consent_heard_by && `後払い会社への情報提供の同意は、${consent_heard_by}がお客様から伺いました。`,
    is_open && detail,
    is_open && ended_for,
  ].filter(Boolean)
  return said.length > 0 ? said.join('\n') : null
}

/** 社内メモ of a subscription, newest first. */
export const loadSubscriptionNotes = (of: Of) =>
  loadInternalNotes(of.db, subscription_note, ofIt(of, subscription_note), of.is_open)

/** The reason for an end is stored with its event. */
const deeds = ({ db, shop_id, subscription_id }: Of) =>
  loadAuditEntries(
    db,
    and(
      eq(audit_event.shop_id, shop_id),
      eq(audit_event.subject, 'subscription'),
      eq(audit_event.subject_id, String(subscription_id)),
      inArray(audit_event.action, DEEDS),
    ),
  )
