import type { Queryable } from '@kushi/db/connect'
import { shop_carrier } from '@kushi/db/schema/fulfilment'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { DEFAULT_DELIVERY_TERM_DAYS } from '../../../sales/fulfilment/index.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'

const load = async (db: Queryable, shop_id: number) => {
  const rows = await db.select().from(shop_carrier).where(eq(shop_carrier.shop_id, shop_id))
  const days = (carrier: Carrier) =>
    rows.find((row) => row.carrier === carrier)?.received_after_days ?? DEFAULT_DELIVERY_TERM_DAYS
  return Object.fromEntries(CARRIERS.map((carrier) => [carrier, days(carrier)])) as Record<Carrier, number>
}

export const getCarriers: AdminHandler<'GET /admin/v1/setting/carriers'> = async ({ db, shop_id }) =>
  withSettingVersion(await load(db, shop_id))

export const changeCarriers: AdminHandler<'PUT /admin/v1/setting/carriers'> = (ctx, { version, ...days }) =>
  changeSetting(ctx, {
    subject: 'shop_carrier',
    subject_id: ctx.shop_id,
    subject_name: '配送会社',
    version,
    load: (db) => load(db, ctx.shop_id),
    write: async (tx) => {
      for (const carrier of CARRIERS)
        await tx
          .insert(shop_carrier)
          .values({ shop_id: ctx.shop_id, carrier, received_after_days: days[carrier] })
          .onConflictDoUpdate({
            target: [shop_carrier.shop_id, shop_carrier.carrier],
            set: { received_after_days: days[carrier] },
          })
    },
  })
