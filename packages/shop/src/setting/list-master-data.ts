import { master_data } from '@kushi/db/schema/shop'
import { asc, inArray } from 'drizzle-orm'
import type { Verb } from '../context.ts'

/** マスターデータ: the lists asked for, the same for every shop. Asked for nothing, it answers nothing. */
export const listMasterData: Verb<'GET /v1/setting/system/masterdata/target/detail/'> = async (ctx, { name }) => {
  if (name.length === 0) return { items: [] }
  const items = await ctx.db
    .select()
    .from(master_data)
    .where(inArray(master_data.name, [...name]))
    .orderBy(asc(master_data.name), asc(master_data.sort_no))
  return { items }
}
