import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type Column = SQL | AnyPgColumn

/** In SQL: whether an item goes with this delivery, as `deliveredItems` has it. */
export const isDeliveredItemCondition = (item: { only_cycle: Column; except_cycle: Column }, cycle: Column): SQL =>
  sql`case when ${item.only_cycle} is null then ${item.except_cycle} is distinct from ${cycle} else ${item.only_cycle} = ${cycle} end`
