import type { Queryable } from '@kushi/db/connect'
import { ad_campaign } from '@kushi/db/schema/advertisement'
import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'

/** SQL: the advertising group (広告グループ) of an ad code. Empty: none. */
export const adGroupSql = (shop_id: SQL, adcd: SQL) =>
  sql`coalesce((select a.group_name from ${ad_campaign} a where a.shop_id = ${shop_id} and a.adcd = ${adcd}), '')`

/** SQL condition: the ad code is of this group. */
export const inAdGroupCondition = (shop_id: number, adcd: SQL, group: string) =>
  sql`${adcd} in (select a.adcd from ${ad_campaign} a where a.shop_id = ${shop_id} and a.group_name = ${group})`

/** The advertising groups of the shop's codes, by name. */
export async function listAdGroups({ db, shop_id }: { db: Queryable; shop_id: number }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: ad_campaign.group_name })
    .from(ad_campaign)
    .where(and(eq(ad_campaign.shop_id, shop_id), ne(ad_campaign.group_name, '')))
    .orderBy(asc(ad_campaign.group_name))
  return rows.map(({ name }) => name)
}
