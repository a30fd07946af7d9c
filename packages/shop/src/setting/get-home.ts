import { home_block } from '@kushi/db/schema/story'
import { and, asc, eq } from 'drizzle-orm'
import type { Verb } from '../context.ts'

/** トップページの構成: the visible blocks in their order; empty if the shop has arranged none. */
export const getHome: Verb<'GET /v1/setting/shop/home'> = async ({ db, shop_id }) => ({
  items: await db
    .select()
    .from(home_block)
    .where(and(eq(home_block.shop_id, shop_id), eq(home_block.visible, true)))
    .orderBy(asc(home_block.sort_no)),
})
