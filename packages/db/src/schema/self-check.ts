import { SELF_CHECK_KINDS, type SelfCheckItem } from '@kushi/values/self-check'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { actorCheck, actorColumns, closedListCheck, generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

/** 自己点検: the stated charges compared with the real ones, and the check of its confirmation; kept as proof. */
export const self_check = shopTable(
  'self_check',
  {
    owner: 'configuration',
    kept: [
      {
        after: { days: 400 },
        since: 'created_at',
        only: { words: 'of charges', where: sql`self_check.kind = 'charges'` },
      },
    ],
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    kind: text({ enum: SELF_CHECK_KINDS }).notNull(),
    /** The number of checked purchases or screens. */
    looked: integer().notNull(),
    /** `confirmation`: every item; `charges`: the items that are not met. */
    items: jsonb().$type<SelfCheckItem[]>().notNull(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index().on(t.shop_id, t.kind, t.id),
    actorCheck(t),
    closedListCheck('self_check_kind', t.kind),
  ],
)
