import type { WorryInput } from '@kushi/contract/admin/worry'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Queryable, Tx } from '@kushi/db/connect'
import { product } from '@kushi/db/schema/product'
import { product_worry, worry } from '@kushi/db/schema/worry'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'

async function load(db: Queryable, shopId: number) {
  const rows = await db.select().from(worry).where(eq(worry.shop_id, shopId)).orderBy(asc(worry.sort_no), asc(worry.id))
  const offered = await db
    .select()
    .from(product_worry)
    .where(eq(product_worry.shop_id, shopId))
    .orderBy(asc(product_worry.sort_no))
  const items = rows.map(({ id, worry_name, slug, title, lead }) => ({
    worry_name,
    slug,
    title,
    lead,
    product_ids: offered.filter(({ worry_id }) => worry_id === id).map(({ product_id }) => product_id),
  }))
  return { items }
}

export const getWorrySetting: AdminHandler<'GET /admin/v1/setting/worries'> = async ({ db, shop_id }) =>
  withSettingVersion(await load(db, shop_id))

/**
 * Saves all worries in their order.
 * @throws ShopError 422 beside the field, 409 when someone else changed them meanwhile
 */
export const changeWorrySetting: AdminHandler<'PUT /admin/v1/setting/worries'> = (ctx, { items, version }) => {
  const { shop_id } = ctx
  return changeSetting(ctx, {
    subject: 'worry',
    subject_id: String(shop_id),
    subject_name: '悩み',
    version,
    load: (db) => load(db, shop_id),
    write: async (tx) => {
      const faults = [...sameSlugs(items), ...(await unknownProducts(tx, shop_id, items))]
      if (faults.length > 0) throw invalidFields(faults)
      await tx.delete(worry).where(eq(worry.shop_id, shop_id))
      for (const [n, { product_ids, ...row }] of items.entries()) {
        const [made] = await tx
          .insert(worry)
          .values({ ...row, shop_id, sort_no: n + 1 })
          .returning({ id: worry.id })
        const rows = product_ids.map((product_id, at) => ({ shop_id, worry_id: made!.id, product_id, sort_no: at + 1 }))
        if (rows.length > 0) await tx.insert(product_worry).values(rows)
      }
    },
  })
}

const fault = (path: string, message: string): FieldFailure => ({ path, message_id: 'cmn-err-003', message })

function sameSlugs(items: readonly WorryInput[]): FieldFailure[] {
  const slugs = items.map(({ slug }) => slug)
  return slugs.flatMap((slug, n) => {
    const other = items[slugs.indexOf(slug)]!
    return slugs.indexOf(slug) < n
      ? [fault(`items.${n}.slug`, `${wrapInQuoteMarks(other.worry_name)}で使われています。`)]
      : []
  })
}

/** Products of other shops, and products named twice. */
async function unknownProducts(tx: Tx, shopId: number, items: readonly WorryInput[]): Promise<FieldFailure[]> {
  const ids = [...new Set(items.flatMap(({ product_ids }) => product_ids))]
  if (ids.length === 0) return []
  const found = await tx
    .select({ id: product.id })
    .from(product)
    .where(and(eq(product.shop_id, shopId), inArray(product.id, ids)))
  const known = new Set(found.map(({ id }) => id))
  return items.flatMap(({ product_ids }, n) =>
    product_ids.some((id, at) => !known.has(id) || product_ids.indexOf(id) !== at)
      ? [fault(`items.${n}.product_ids`, '商品を、重ならないように選び直してください。')]
      : [],
  )
}
