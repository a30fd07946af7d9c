import type { Tx } from '@kushi/db/connect'
import type { PictureShape } from '@kushi/values/product'
import { unknownPictureFailures } from '../../../catalogue/product/index.ts'
import { invalidFields } from '../../../shop-error.ts'

interface PictureField {
  path: string | null
  /** The field's path in the form. */
  field: string
}

/**
 * Allows only pictures of this shop and shape, besides those that were saved before.
 * @throws ShopError 422 beside the picture
 */
export async function refuseUnknownPictures(
  tx: Tx,
  shopId: number,
  kept: readonly (string | null)[],
  shown: readonly PictureField[],
  shape?: PictureShape,
): Promise<void> {
  const asked = shown.flatMap(({ path, field }) =>
    path !== null && !kept.includes(path) ? [{ path, alt: '', field }] : [],
  )
  const faults = await unknownPictureFailures(tx, shopId, asked, shape)
  if (faults.length === 0) return
  throw invalidFields(
    faults.map((fault) => ({ ...fault, path: asked[Number(fault.path.split('.')[1])]?.field ?? fault.path })),
  )
}
