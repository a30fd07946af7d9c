import { master_data } from '@kushi/db/schema/shop'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/** The shop's 解約理由 as options of a form, or of a filter: then also those that are no longer offered. */
export const cancelReasons = ({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, { ended = false } = {}) =>
  db
    .select({ id: sql<number>`${master_data.id}`, label: master_data.label })
    .from(master_data)
    .where(
      and(
        eq(master_data.shop_id, shop_id),
        eq(master_data.name, 'cancel_reason'),
        isNotNull(master_data.id),
        ended ? undefined : eq(master_data.is_ended, false),
      ),
    )
    .orderBy(asc(master_data.sort_no))
