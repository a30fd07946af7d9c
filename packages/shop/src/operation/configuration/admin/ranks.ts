import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { customer_rank } from '@kushi/db/schema/shop'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, asc, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { countRunningSubscriptions } from '../internal/running-subscriptions.ts'
import { storeFormerName } from '../internal/store-former-name.ts'

const load = async (db: Queryable, shop_id: number) => ({
  ranks: await db
    .select({
      id: customer_rank.id,
      rank_name: customer_rank.rank_name,
      discount_rate: customer_rank.discount_rate,
    })
    .from(customer_rank)
    .where(eq(customer_rank.shop_id, shop_id))
    .orderBy(asc(customer_rank.sort_no), asc(customer_rank.id)),
})

export const getRankSetting: AdminHandler<'GET /admin/v1/setting/ranks'> = async (ctx) => ({
  ...withSettingVersion(await load(ctx.db, ctx.shop_id)),
  running_subscriptions: await countRunningSubscriptions(ctx, 'customer_rank_id'),
})

/** @throws ShopError 409 ERROR_IN_USE for a rank that members have */
export const changeRankSetting: AdminHandler<'PUT /admin/v1/setting/ranks'> = (ctx, { ranks, version }) => {
  const { shop_id } = ctx
  const own = (id: number) => and(eq(customer_rank.shop_id, shop_id), eq(customer_rank.id, id))
  return changeSetting(ctx, {
    subject: 'customer_rank',
    subject_id: shop_id,
    subject_name: '会員ランク',
    version,
    load: (db) => load(db, shop_id),
    write: async (tx, before) => {
      for (const { id, rank_name } of before.ranks) {
        if (ranks.some((rank) => rank.id === id)) continue
        const [member] = await tx
          .select({ id: customer.id })
          .from(customer)
          .where(and(eq(customer.shop_id, shop_id), eq(customer.customer_rank_id, id)))
          .limit(1)
        if (member)
          throw new ShopError(
            409,
            'ERROR_IN_USE',
            `${wrapInQuoteMarks(rank_name)}の会員がいるため、このランクは消せません。`,
          )
        await tx.delete(customer_rank).where(own(id))
      }
      for (const [n, { id, ...rank }] of ranks.entries()) {
        const values = { ...rank, sort_no: n + 1 }
        const was = before.ranks.find((one) => one.id === id)
        if (was) {
          const named = { before: was.rank_name, after: rank.rank_name }
          await storeFormerName(tx, ctx, { subject: 'customer_rank', subject_id: was.id, ...named })
        }
        if (id === null) await tx.insert(customer_rank).values({ ...values, shop_id })
        else if (was) await tx.update(customer_rank).set(values).where(own(id))
        else throw notFound()
      }
    },
  })
}
