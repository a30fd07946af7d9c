import { type SQL, sql } from 'drizzle-orm'

/** Tables of which every process keeps something, by the channel on which it hears that one has changed; the message is the table's name. */
const channels = {
  catalogue: [
    ...['product', 'product_sku', 'product_image', 'product_related', 'category', 'worry', 'product_worry'],
    ...['shop', 'shop_content', 'home_block', 'article', 'master_data', 'customer_rank', 'message_text'],
    ...['delivery', 'delivery_time', 'delivery_lead', 'delivery_prefecture_fee', 'shop_payment', 'shop_payment_fee'],
    // Every process knows the next moment at which something changes.
    'scheduled_change',
  ],
  sandbox_setting: ['sandbox_setting'],
  // Every process keeps the ports that are made of a shop's accounts.
  shop_account: ['shop_account'],
}

const channelOf = new Map(
  Object.entries(channels).flatMap(([channel, tables]) => tables.map((table) => [table, channel] as const)),
)

const writes = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|truncate(?:\\s+table)?)\\s+(?:only\\s+)?(?:"?public"?\\.)?"?(${[...channelOf.keys()].join('|')})(?![\\w.])`,
  'gi',
)

const untold = '/* told by itself */'

/** Tables that a statement changes, of those whose changes are told. */
export function changedBy(text: string): string[] {
  if (text.includes(untold)) return []
  return [...new Set([...text.matchAll(writes)].map(([, table]) => table!.toLowerCase()))]
}

/** A statement that tells of these changes: to everybody, once its transaction has come to its end. */
export const tell = (tables: Iterable<string>): string =>
  `select ${[...tables].map((table) => `pg_notify('${channelOf.get(table)}', '${table}')`).join(', ')}`

/** The condition of a statement whose change is not told with it: whoever makes it tells, where there is something to tell. */
export const untoldWhere = (condition: SQL): SQL => sql`${condition} ${sql.raw(untold)}`

/** Tells with the transaction, or at once where there is none. */
export async function tellChange(db: { execute(asked: SQL): PromiseLike<unknown> }, table: string): Promise<void> {
  await db.execute(sql.raw(tell([table])))
}
