import type { TrackingImport } from '@kushi/contract/admin/shipping'
import {
  type AdminHandler,
  canSeePersonalData,
  maskName,
  type OperatorContext,
} from '../../../foundation/admin/index.ts'
import {
  confirmTrackingRows,
  isTrackingRowOpen,
  makeTrackingRowsDue,
  reregisterTrackingRows,
  retryTrackingRows,
  undoTrackingRows,
} from '../confirm-rows.ts'
import { type AssessedTrackingRow, assessTrackingImport, readTrackingFile } from '../import-rows.ts'
import { shipConfirmedParcels } from '../ship-waiting.ts'

/**
 * Reads an uploaded 発行済データ and returns its planned effects. Changes no parcel yet.
 * @throws ShopError 422 for a file of no known program
 */
export const uploadTrackingImport: AdminHandler<'POST /admin/v1/shipping/imports'> = async (
  ctx,
  { file_name, content },
) => {
  const { id } = await readTrackingFile(ctx, { file_name, content })
  return shown(ctx, id)
}

export const showTrackingImport: AdminHandler<'GET /admin/v1/shipping/imports/{id}'> = (ctx, { id }) => shown(ctx, id)

/** 確定, once. The parcels are shipped after the response, or when the truck comes. @throws ShopError 404, 409 */
export const confirmTrackingImport: AdminHandler<'POST /admin/v1/shipping/imports/{id}/confirm'> = async (
  ctx,
  { id, matched },
) => {
  await confirmTrackingRows(ctx, { id, matched })
  return begin(ctx, id)
}

export const retryTrackingImport: AdminHandler<'POST /admin/v1/shipping/imports/{id}/retry'> = async (ctx, { id }) => {
  await retryTrackingRows(ctx, { id })
  return begin(ctx, id)
}

/** もう一度登録する: for rows that were undone. @throws ShopError 404, 409 */
export const reregisterTrackingImport: AdminHandler<'POST /admin/v1/shipping/imports/{id}/again'> = async (
  ctx,
  { id, matched },
) => {
  await reregisterTrackingRows(ctx, { id, matched })
  return begin(ctx, id)
}

/** Ships without waiting for the truck. */
export const shipTrackingImportNow: AdminHandler<'POST /admin/v1/shipping/imports/{id}/now'> = async (ctx, { id }) => {
  await makeTrackingRowsDue(ctx, { id })
  return begin(ctx, id)
}

/** 集荷の前に取り消す @throws ShopError 404, 409 */
export const undoTrackingImport: AdminHandler<'POST /admin/v1/shipping/imports/{id}/undo'> = async (
  ctx,
  { id, shipment_no },
) => {
  await undoTrackingRows(ctx, { id, shipment_no })
  return shown(ctx, id)
}

function begin(ctx: OperatorContext, id: number): Promise<TrackingImport> {
  ctx.afterwards(async () => void (await shipConfirmedParcels(ctx, id)))
  return shown(ctx, id)
}

async function shown(ctx: OperatorContext, id: number): Promise<TrackingImport> {
  const { file, rows } = await assessTrackingImport(ctx.db, ctx.shop_id, id)
  const of = (holds: (row: AssessedTrackingRow) => boolean) => rows.filter(holds).length
  return {
    id: file.id,
    file_name: file.file_name,
    program: file.program,
    is_confirmed: file.confirmed_at !== null,
    due_at: file.due_at?.toISOString() ?? null,
    matched: of(isTrackingRowOpen),
    unknown: of(({ finding }) => finding === 'unknown'),
    different: of(({ finding }) => finding === 'different'),
    waiting: of(({ state }) => state === 'waiting'),
    done: of(({ state, finding }) => state === 'done' || (state === null && finding === 'done')),
    failed: of(({ state }) => state === 'failed'),
    rows: rows.map(({ row_no, shipment_no, tracking_no, order, finding, state, message }) => {
      const name = order ? `${order.name01} ${order.name02}`.trim() : ''
      return {
        row_no,
        shipment_no,
        tracking_no,
        finding,
        state,
        message,
        order_no: order?.order_no ?? null,
        name: canSeePersonalData(ctx) ? name : maskName(name),
      }
    }),
  }
}
