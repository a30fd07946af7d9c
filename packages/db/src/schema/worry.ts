import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { product } from './product.ts'
import { searchedTextSql } from './searched.ts'
import { shop } from './shop.ts'

/** 悩み: an entry to the product list for customers who know their problem but not the product's name. */
export const worry = shopTable(
  'worry',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Short, for the menu: うねり・広がり. */
    worry_name: text().notNull(),
    slug: text().notNull(),
    /** Title of its list: うねりや広がりが気になる髪に. */
    title: text().notNull(),
    lead: text().notNull(),
    search_name: text().generatedAlwaysAs(searchedTextSql("worry_name || ' ' || title")),
    sort_no: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), uniqueIndex().on(t.shop_id, t.slug)],
)

/** The products that the shop offers for a worry, in order. */
export const product_worry = shopTable(
  'product_worry',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    worry_id: idColumn().notNull(),
    product_id: idColumn().notNull(),
    sort_no: integer().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.worry_id, worry).onDelete('cascade'),
    shopForeignKey(t, t.product_id, product).onDelete('cascade'),
    primaryKey({ columns: [t.shop_id, t.worry_id, t.product_id] }),
    index().on(t.shop_id, t.product_id),
  ],
)
