import { master_data } from '@kushi/db/schema/shop'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Handler } from '../../context.ts'

/** マスターデータ: the requested lists of the shop. */
export const listMasterData: Handler<'GET /v1/setting/system/masterdata/target/detail/'> = async (ctx, { name }) => {
  const items = await ctx.db
    .select()
    .from(master_data)
    .where(
      and(eq(master_data.shop_id, ctx.shop_id), inArray(master_data.name, [...name]), eq(master_data.is_ended, false)),
    )
    .orderBy(asc(master_data.name), asc(master_data.sort_no))
  return { items }
}
