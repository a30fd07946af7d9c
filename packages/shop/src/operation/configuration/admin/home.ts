import type { Queryable } from '@kushi/db/connect'
import { home_block } from '@kushi/db/schema/story'
import { eq } from 'drizzle-orm'
import { thumbnailUrl } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { selectHomeBlocks } from '../../../foundation/setting/index.ts'
import { blockPicturePath } from '../internal/block-picture.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { refuseUnknownPictures } from '../internal/refuse-unknown-pictures.ts'

const load = async (db: Queryable, shop_id: number) => ({ items: await selectHomeBlocks(db, shop_id) })

/** Adds the pictures' URLs, which are not part of the values. */
const withPictures = <B extends object>(ctx: OperatorContext, { items, version }: { items: B[]; version: string }) => ({
  items: items.map((item) => ({ ...item, image_url: thumbnailUrl(ctx, blockPicturePath(item)) })),
  version,
})

export const getHomeSetting: AdminHandler<'GET /admin/v1/setting/home'> = async (ctx) =>
  withPictures(ctx, withSettingVersion(await load(ctx.db, ctx.shop_id)))

/** @throws ShopError 422 when a picture does not exist, 409 when someone else changed the page meanwhile */
export const changeHomeSetting: AdminHandler<'PUT /admin/v1/setting/home'> = async (ctx, { items, version }) => {
  const { shop_id } = ctx
  const saved = await changeSetting(ctx, {
    subject: 'home_block',
    subject_id: String(shop_id),
    subject_name: 'トップページ',
    version,
    load: (db) => load(db, shop_id),
    write: async (tx, before) => {
      const kept = before.items.map(blockPicturePath)
      await refuseUnknownPictures(
        tx,
        shop_id,
        kept,
        items.map((block, n) => ({ path: blockPicturePath(block), field: `items.${n}.image_path` })),
      )
      await tx.delete(home_block).where(eq(home_block.shop_id, shop_id))
      if (items.length > 0)
        await tx
          .insert(home_block)
          .values(
            items.map(({ visible, ...content }, n) => ({ ...content, content, visible, shop_id, sort_no: n + 1 })),
          )
    },
  })
  return withPictures(ctx, saved)
}
