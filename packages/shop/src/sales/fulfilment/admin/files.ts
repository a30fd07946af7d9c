import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'
import { renderPackingSheets } from '../packing-sheets.ts'
import { cancelShippingFile, makeShippingFiles, readShippingFile } from '../shipping-files.ts'
import { shippingFileView } from './batch.ts'

const bytes = (file_name: string, type: string, content: Uint8Array) => ({
  file_name,
  type,
  content: Buffer.from(content).toString('base64'),
})

/** 送り状ファイルを作る; see `makeShippingFiles`. */
export const createShippingFiles: AdminHandler<'POST /admin/v1/shipping/batches/{batch_no}/files'> = async (
  ctx,
  { batch_no },
) => ({
  items: (await makeShippingFiles(ctx, { batch_no })).map((file) => shippingFileView(file)),
})

/** Returns the same bytes on every download. @throws ShopError 404 */
export const downloadShippingFile: AdminHandler<'GET /admin/v1/shipping/files/{id}'> = async (ctx, { id }) => {
  const { file_name, content } = await readShippingFile(ctx, { id })
  return bytes(file_name, 'text/csv', content)
}

/** @throws ShopError 404, 409 */
export const withdrawShippingFile: AdminHandler<'POST /admin/v1/shipping/files/{id}/cancel'> = async (ctx, { id }) => {
  await cancelShippingFile(ctx, { id })
  return {}
}

/** @throws ShopError 404 for a program that needs no filter */
export const downloadCarrierFilter: AdminHandler<'GET /admin/v1/shipping/filters/{program}'> = async (
  { ports },
  { program },
) => {
  const filter = ports.carrier_file.filter(program)
  if (!filter) throw notFound()
  return bytes(filter.file_name, 'text/csv', filter.content)
}

/** ピッキングリストと納品書 as one PDF; see `renderPackingSheets`. */
export const printPackingSheets: AdminHandler<'POST /admin/v1/shipping/batches/{batch_no}/prints'> = async (
  ctx,
  { batch_no },
) => bytes(`出荷_${batch_no}.pdf`, 'application/pdf', await renderPackingSheets(ctx, { batch_no }))
