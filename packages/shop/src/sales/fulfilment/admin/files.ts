import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'
import { packingSheets } from '../packing-sheets.ts'
import { cancelFile, makeFiles, readShippingFile } from '../shipping-files.ts'
import { shownFile } from './batch.ts'

const bytes = (file_name: string, type: string, content: Uint8Array) => ({
  file_name,
  type,
  content: Buffer.from(content).toString('base64'),
})

/** 送り状ファイルを作る; see `makeFiles`. */
export const createFiles: AdminHandler<'POST /admin/v1/shipping/batches/{batch_no}/files'> = async (
  ctx,
  { batch_no },
) => ({
  items: (await makeFiles(ctx, { batch_no })).map((file) => shownFile(file)),
})

/** Returns the same bytes on every download. @throws ShopError 404 */
export const downloadFile: AdminHandler<'GET /admin/v1/shipping/files/{id}'> = async (ctx, { id }) => {
  const { file_name, content } = await readShippingFile(ctx, { id })
  return bytes(file_name, 'text/csv', content)
}

/** @throws ShopError 404, 409 */
export const withdrawFile: AdminHandler<'POST /admin/v1/shipping/files/{id}/cancel'> = async (ctx, { id }) => {
  await cancelFile(ctx, { id })
  return {}
}

/** @throws ShopError 404 for a program that needs no filter */
export const downloadFilter: AdminHandler<'GET /admin/v1/shipping/filters/{program}'> = async (
  { ports },
  { program },
) => {
  const filter = ports.carrier_file.filter(program)
  if (!filter) throw notFound()
  return bytes(filter.file_name, 'text/csv', filter.content)
}

/** ピッキングリストと納品書 as one PDF; see `packingSheets`. */
export const printBatch: AdminHandler<'POST /admin/v1/shipping/batches/{batch_no}/prints'> = async (
  ctx,
  { batch_no },
) => bytes(`出荷_${batch_no}.pdf`, 'application/pdf', await packingSheets(ctx, { batch_no }))
