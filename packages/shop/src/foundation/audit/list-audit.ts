import { auditList } from '@kushi/contract/admin/audit'
import { keysMatchingName, SUBJECT_NAME } from '@kushi/contract/admin/audit-words'
import { adminContract } from '@kushi/contract/admin/contract'
import { contract } from '@kushi/contract/contract'
import { audit_event, auditSearchTextSql } from '@kushi/db/schema/operator'
import { escapeLike } from '@kushi/values/text'
import { and, arrayOverlaps, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  type AdminContext,
  type AdminHandler,
  type IndexedCondition,
  loadListPage,
  rowCounter,
} from '../admin/index.ts'
import { auditEntryLabels, auditFieldNames } from './field-name.ts'

const summaries = new Map<string, string>([
  ...Object.entries(adminContract).map(([key, call]) => [key, call.summary] as const),
  // 代理ログイン: what an operator does as a member.
  ...Object.entries(contract).map(([key, call]) => [key, `代理操作: ${call.summary}`] as const),
  ['scheduled-change', '予定した変更の実施'],
  ['privacy-kept', '保管の期限が過ぎた個人情報の消去'],
])

/** A summary of a call in words. The name of a command needs none. */
export const auditActionText = (action: string): string => summaries.get(action) ?? action

/** The same condition in two forms: for the index, and on a row. */
interface Condition {
  found: SQL
  row: SQL
}

function hasWords(words: string): Condition {
  const pattern = `%${escapeLike(words)}%`
  // In this collation `A` equals `a`, and all other letters stay distinct, as in the index.
  const has = (name: AnyPgColumn) => sql`${name} collate "C" ilike ${pattern}`
  const row = sql`(${has(audit_event.subject_name)} or ${has(audit_event.operator_name)})`
  // The words stand in a subselect: when the planner knows how many entries match frequent letters, it walks through
  // all entries.
  return { found: sql`grams(${auditSearchTextSql}) @> (select ${sql.param(gramsOf(words))}::text[]) and ${row}`, row }
}

function hasField(name: string): Condition {
  const row = arrayOverlaps(audit_event.fields, keysMatchingName(auditFieldNames(), name))
  return { found: row, row }
}

/**
 * Combines the conditions into one: two conditions that each match many entries would otherwise be gathered separately.
 */
function waysTo({ db, shop_id }: Pick<AdminContext, 'db' | 'shop_id'>, asked: Condition[]): IndexedCondition {
  const found = and(eq(audit_event.shop_id, shop_id), ...asked.map((one) => one.found))
  return {
    db,
    ids: [sql`select ${audit_event.id} from ${audit_event} where ${found}`],
    row: and(...asked.map((one) => one.row)),
  }
}

/**
 * The longest of the word's `grams` (migration 0009), which are the rarest. Every text with the word contains them all.
 */
function gramsOf(word: string): string[] {
  const letters = [...word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())]
  const size = Math.min(letters.length, 3)
  return [...new Set(letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join('')))]
}

/** 操作履歴: `subject=product_sku&subject_id=12&field=price`, or `field=価格`, shows who changed that price. */
export const listAudit: AdminHandler<'GET /admin/v1/audit'> = async (ctx, query) => {
  const page = await loadListPage(auditList, query, {
    where: eq(audit_event.shop_id, ctx.shop_id),
    shows_all: true,
    id: audit_event.id,
    sorts: { created_at: audit_event.created_at },
    filters: {
      operator: audit_event.operator_id,
      subject: (value: string) => inArray(audit_event.subject, keysMatchingName(SUBJECT_NAME, value)),
      subject_id: (value: string) => eq(audit_event.subject_id, value),
      field: (value: string) => waysTo(ctx, [hasField(value), ...(query.q ? [hasWords(query.q)] : [])]),
      created_at: audit_event.created_at,
    },
    // With `field`, its own condition includes the words.
    search: (words) => (query.field ? sql`true` : waysTo(ctx, [hasWords(words)])),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({ event: audit_event, id: audit_event.id, sort_value })
        .from(audit_event)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
    count: rowCounter(ctx.db, audit_event),
  })
  return {
    ...page,
    items: page.items.map(({ event }) => ({
      ...event,
      created_at: event.created_at.toISOString(),
      summary: auditActionText(event.action),
      ...auditEntryLabels(event),
    })),
  }
}
