import { BLOCK_NAME, type BlockContent } from '@kushi/values/block/kinds'
import { boolean, date, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { searchedTextSql } from './searched.ts'
import { shop } from './shop.ts'

/** トップページの部品 in order. Servers of 0.3 read and write the columns after `content`; their rows have none. */
export const home_block = shopTable(
  'home_block',
  { owner: 'configuration', kept: 'settings', pictures: { image_path: 'path' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    sort_no: integer().notNull(),
    kind: closedListColumn(BLOCK_NAME).notNull(),
    visible: boolean().notNull(),
    /** The fields of its kind; read by `readBlock`. */
    content: jsonb().$type<BlockContent>(),
    title: text().notNull().default(''),
    text: text().notNull().default(''),
    image_path: text(),
    image_alt: text().notNull().default(''),
    link_to: text().notNull().default(''),
    link_label: text().notNull().default(''),
    category: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.sort_no] }), closedListCheck('home_block_kind', t.kind)],
)

/** 読みもの */
export const article = shopTable(
  'article',
  { owner: 'configuration', kept: 'settings', pictures: { image_path: 'path', html: 'html' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    slug: text().notNull(),
    title: text().notNull(),
    lead: text().notNull(),
    search_name: text().generatedAlwaysAs(searchedTextSql("title || ' ' || lead")),
    /** Sanitised whenever it is served. */
    html: text().notNull(),
    image_path: text(),
    image_alt: text().notNull(),
    published_on: date().notNull(),
    visible: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.slug),
    index().on(t.shop_id, t.published_on, t.id),
  ],
)
