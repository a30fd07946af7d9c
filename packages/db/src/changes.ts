import { type SQL, sql } from 'drizzle-orm'

/** Tables that every process caches, by the channel that notifies of their changes; the payload is the table's name. */
const channels = {
  catalogue: [
    'product',
    'product_sku',
    'product_image',
    'product_related',
    'category',
    'worry',
    'product_worry',
    'shop',
    'shop_content',
    'home_block',
    'article',
    'voice',
    'master_data',
    'customer_rank',
    'message_text',
    'delivery',
    'delivery_time',
    'delivery_lead',
    'delivery_prefecture_fee',
    'shop_payment',
    'shop_payment_fee',
    'promotion',
    // Every process caches the next moment at which a scheduled change takes effect.
    'scheduled_change',
  ],
  sandbox_setting: ['sandbox_setting'],
  // Every process caches the ports built from a shop's accounts.
  shop_account: ['shop_account'],
}

const channelOf = new Map(
  Object.entries(channels).flatMap(([channel, tables]) => tables.map((table) => [table, channel] as const)),
)

const writes = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|truncate(?:\\s+table)?)\\s+(?:only\\s+)?(?:"?public"?\\.)?"?(${[...channelOf.keys()].join('|')})(?![\\w.])`,
  'gi',
)

const callerNotifies = '/* the caller notifies */'

/** The tables that a statement changes, limited to those whose changes are notified. */
export function changedBy(text: string): string[] {
  if (text.includes(callerNotifies)) return []
  return [...new Set([...text.matchAll(writes)].map(([, table]) => table!.toLowerCase()))]
}

/** A statement that notifies every process of changes to these tables, once its transaction commits. */
export const notify = (tables: Iterable<string>): string =>
  `select ${[...tables].map((table) => `pg_notify('${channelOf.get(table)}', '${table}')`).join(', ')}`

/** Condition of a statement that must not notify by itself: its caller notifies, if there is anything to notify. */
export const notifiedByCaller = (condition: SQL): SQL => sql`${condition} ${sql.raw(callerNotifies)}`

/** Notifies at the commit of the transaction, or at once outside a transaction. */
export async function notifyChange(db: { execute(asked: SQL): PromiseLike<unknown> }, table: string): Promise<void> {
  await db.execute(sql.raw(notify([table])))
}
