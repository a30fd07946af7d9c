import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, id } from './columns.ts'
import { shopTable } from './facts.ts'
import { searched } from './searched.ts'
import { shop } from './shop.ts'

export const HOME_BLOCK_KINDS = ['hero', 'story', 'goods', 'voices', 'offer', 'journal', 'news', 'line'] as const

/** トップページの部品 in order. Columns that a kind does not use are empty. */
export const home_block = shopTable(
  'home_block',
  { owner: 'configuration', kept: 'settings', pictures: { image_path: 'path' } },
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    sort_no: integer().notNull(),
    kind: text().$type<(typeof HOME_BLOCK_KINDS)[number]>().notNull(),
    visible: boolean().notNull(),
    title: text().notNull(),
    /** Paragraphs, separated by an empty line. */
    text: text().notNull(),
    image_path: text(),
    image_alt: text().notNull(),
    /** A path of the shop (`/products`) or an external URL (`https://…`); empty: no link. */
    link_to: text().notNull(),
    link_label: text().notNull(),
    /** For goods: slug of their category; empty: all categories. */
    category: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.sort_no] }),
    check('home_block_kind', sql`kind IN ('hero', 'story', 'goods', 'voices', 'offer', 'journal', 'news', 'line')`),
  ],
)

/** 読みもの */
export const article = shopTable(
  'article',
  { owner: 'configuration', kept: 'settings', pictures: { image_path: 'path', html: 'html' } },
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    slug: text().notNull(),
    title: text().notNull(),
    lead: text().notNull(),
    search_name: text().generatedAlwaysAs(searched("title || ' ' || lead")),
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
