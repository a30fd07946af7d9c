import type { Tx } from '@kushi/db/connect'
import { picture } from '@kushi/db/schema/picture'
import type { PictureShape } from '@kushi/values/product'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'

/** Marks the uploaded pictures of this shape among `paths` as used, and returns their paths. */
export async function claimUploads(
  tx: Tx,
  shop_id: number,
  paths: readonly string[],
  shape: PictureShape,
): Promise<string[]> {
  const uploaded = await tx
    .update(picture)
    .set({ unused_since: null })
    .where(
      and(
        eq(picture.shop_id, shop_id),
        inArray(picture.path, [...paths]),
        eq(picture.shape, shape),
        isNull(picture.removed_at),
        isNotNull(picture.stored_at),
      ),
    )
    .returning({ path: picture.path })
  return uploaded.map(({ path }) => path)
}
