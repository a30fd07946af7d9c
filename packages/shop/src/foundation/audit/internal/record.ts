import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '@kushi/db/connect'
import { audit_event } from '@kushi/db/schema/operator'
import type { AdminContext } from '../../admin/index.ts'

export interface Change {
  /** Kind of subject, named like its table: `product`, `operator`, `shop`. */
  subject: string
  subject_id: string | number
  /** The name that operators know it by. */
  subject_name: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** For fields with personal data: what the audit log stores of a value. It still records that the value changed. */
  masks?: Masks
}

export type Masks = Readonly<Record<string, (value: never) => unknown>>

/**
 * Writes a change into the audit log, in the transaction that makes it. Stores only what differs between `before` and
 * `after`. A change that alters nothing is recorded too, because an operator requested it. Must not contain secrets.
 */
export async function record(tx: Queryable, ctx: AdminContext, change: Change): Promise<void> {
  await write(tx, ctx, change)
  ctx.trail.entries++
}

type Doer = Pick<AdminContext, 'shop_id' | 'clock' | 'actor' | 'action' | 'ip'>

/** The same for what an operator does outside the admin. */
export const recordAs = (tx: Queryable, doer: Doer, change: Change): Promise<void> => write(tx, doer, change)

/** The same for a job that carries out what an operator requested earlier. */
export const recordBySystem = (tx: Queryable, doer: Omit<Doer, 'ip'>, change: Change): Promise<void> =>
  write(tx, { ...doer, ip: '' }, change)

async function write(tx: Queryable, ctx: Doer, change: Change): Promise<void> {
  const before = change.before ?? {}
  const after = change.after ?? {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const fields = names.filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])))
  const kept = (name: string, value: unknown) =>
    value == null ? value : (change.masks?.[name]?.(value as never) ?? value)
  const only = (row: Record<string, unknown>) =>
    Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, kept(name, row[name])]))
  await tx.insert(audit_event).values({
    shop_id: ctx.shop_id,
    created_at: ctx.clock.now(),
    operator_id: ctx.actor.actor_id,
    operator_name: ctx.actor.actor_name,
    ip: ctx.ip,
    action: ctx.action,
    subject: change.subject,
    subject_id: String(change.subject_id),
    subject_name: change.subject_name,
    before: only(before),
    after: only(after),
    fields,
  })
}

/** The value as JSON stores it: dates become text, undefined is dropped. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
