import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type Column = SQL | AnyPgColumn

/** SQL condition: an item is part of this delivery, by the rule of `deliveredItems`. */
export const isDeliveredItemCondition = (item: { only_cycle: Column; except_cycle: Column }, cycle: Column): SQL =>
  sql`case when ${item.only_cycle} is null then ${item.except_cycle} is distinct from ${cycle} else ${item.only_cycle} = ${cycle} end`
