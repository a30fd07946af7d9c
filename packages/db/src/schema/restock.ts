import { index, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { product_sku } from './product.ts'

/**
 * 再入荷のお知らせ: a request to be notified when a sold-out SKU is back. Deleted once the notice was sent, or after half a
 * year.
 */
export const restock_request = shopTable(
  'restock_request',
  {
    owner: 'product',
    // By then a waiting customer has probably bought something else.
    kept: [{ after: { days: 180 }, since: 'created_at' }],
    person: { by: 'customer_id', shown: '再入荷のお知らせ', erased: { rows: '退会' } },
    merged: { fate: 'joins', name: '再入荷のお知らせ' },
  },
  {
    shop_id: idColumn().notNull(),
    product_sku_id: idColumn().notNull(),
    email: text().notNull(),
    /** null for a guest. */
    customer_id: idColumn(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.product_sku_id, t.email] }),
    shopForeignKey(t, t.product_sku_id, product_sku).onDelete('cascade'),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.customer_id),
    index().on(t.created_at),
  ],
)
