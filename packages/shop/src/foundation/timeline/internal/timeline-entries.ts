import type { TimelineEntry } from '@kushi/contract/admin/order'
import type { Queryable } from '@kushi/db/connect'
import { audit_event, operator } from '@kushi/db/schema/operator'
import type { order_note } from '@kushi/db/schema/order'
import type { subscription_note } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { MESSAGE_STATE_NAME } from '@kushi/values/message'
import { desc, eq, type SQL } from 'drizzle-orm'
import { maskText } from '../../admin/index.ts'
import { auditActionText } from '../../audit/index.ts'

/** The latest entries of each kind; there are seldom more than ten of any. */
export const MAX_TIMELINE_ENTRIES = 100

/** An entry of the timeline of an order or a subscription, before sorting. */
export type TimelinePart = Omit<TimelineEntry, 'created_at'> & { at: Date }

/** Sorts timeline entries, newest first. */
export const sortTimelineEntries = (entries: TimelinePart[]): TimelineEntry[] =>
  entries
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...entry }) => ({ ...entry, created_at: at.toISOString() }))

/** The messages sent to the member; `about`: the condition that selects them. */
export async function loadMessageEntries(db: Queryable, about: SQL | undefined): Promise<TimelinePart[]> {
  const rows = await db.select().from(outbox).where(about).orderBy(desc(outbox.id)).limit(MAX_TIMELINE_ENTRIES)
  return rows.map(({ id, kind, subject, state, created_at }) => ({
    key: `message-${id}`,
    kind: 'message',
    actor: null,
    at: created_at,
    text: `${kind === 'line' ? 'LINE' : 'メール'}: ${subject}`,
    detail: MESSAGE_STATE_NAME[state],
  }))
}

/** 社内メモ, newest first; masked unless `is_open`. */
export async function loadInternalNotes(
  db: Queryable,
  table: typeof order_note | typeof subscription_note,
  about: SQL | undefined,
  is_open: boolean,
) {
  const rows = await db
    .select({ id: table.id, body: table.body, at: table.created_at, operator_name: operator.name })
    .from(table)
    .innerJoin(operator, eq(operator.id, table.operator_id))
    .where(about)
    .orderBy(desc(table.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map((note) => ({ ...note, body: is_open ? note.body : maskText(note.body) }))
}

export const noteEntries = (notes: Awaited<ReturnType<typeof loadInternalNotes>>): TimelinePart[] =>
  notes.map(({ id, body, operator_name, at }) => ({
    key: `note-${id}`,
    kind: 'note',
    text: body,
    detail: null,
    actor: operator_name,
    at,
  }))

/** What operators did, from the audit log. `detailOf`: what is shown of what they entered. */
export async function loadAuditEntries(
  db: Queryable,
  about: SQL | undefined,
  detailOf: (after: Record<string, unknown>) => string | null = () => null,
): Promise<TimelinePart[]> {
  const rows = await db
    .select()
    .from(audit_event)
    .where(about)
    .orderBy(desc(audit_event.created_at), desc(audit_event.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map(({ id, action, operator_name, after, created_at }) => ({
    key: `staff-${id}`,
    kind: 'staff',
    text: auditActionText(action),
    actor: operator_name,
    at: created_at,
    detail: detailOf(after),
  }))
}
