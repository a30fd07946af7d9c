import { inquiry } from '@kushi/db/schema/inquiry'
import { eq, or, type SQL, sql } from 'drizzle-orm'
import {
  canSeePersonalData,
  type IndexedCondition,
  type OperatorContext,
  startsWithCondition,
} from '../../../foundation/admin/index.ts'

/** Searches by number and by sender; a role without personal data finds senders only by a complete address. */
export function inquirySearchConditions(
  ctx: OperatorContext,
  kind: 'contact' | 'supplier',
  words: string,
): IndexedCondition {
  const address = words.toLowerCase()
  const own = [
    startsWithCondition(inquiry.inquiry_no, words.toUpperCase()),
    ...(canSeePersonalData(ctx)
      ? [startsWithCondition(inquiry.name, words), startsWithCondition(inquiry.email, address)]
      : [eq(inquiry.email, address)]),
  ]
  const of = (what: SQL) =>
    sql`select ${inquiry.id} from ${inquiry} where ${inquiry.shop_id} = ${ctx.shop_id} and ${inquiry.kind} = ${kind} and ${what}`
  return { db: ctx.db, ids: own.map(of), row: or(...own) }
}
