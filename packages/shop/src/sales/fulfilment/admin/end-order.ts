import type { AdminContext, AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { findShopOrder, orderAuditSubject, orderDetail } from '../../order/index.ts'
import { requestCancel } from '../cancel-order.ts'
import type { ShipmentHook } from '../internal/shipment-hook.ts'
import { cancelShipment, markParcelsDelivered, recordParcelReturn } from '../receive-shipments.ts'

// Operators' actions on an order of which its subscription is notified. Each writes the audit log in the same
// transaction.

interface CancelRequest {
  order_no: string
  decision_reason: string
  /** Whether the customer is notified by mail. */
  notify: boolean
  keep_subscription: boolean
}

/**
 * キャンセル with its audit entry. Cancels at once, or, while the order is being packed, asks the desk. Returns which.
 * @throws ShopError as `cancelOrder`
 */
export function cancelOrderWithAudit(ctx: AdminContext, { decision_reason, ...wanted }: CancelRequest) {
  const { keep_subscription, notify } = wanted
  const also: ShipmentHook = async (tx, order) => {
    const after = { status: 'cancelled', keep_subscription, decision_reason }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before: { status: order.status }, after })
  }
  const asked: ShipmentHook = (tx, order) => {
    const after = { cancel_asked: true, keep_subscription, notify, decision_reason }
    return recordAudit(tx, ctx, { ...orderAuditSubject(order), after })
  }
  return requestCancel(ctx, wanted, also, asked)
}

/** キャンセル: returns the stock and voids the authorisation, and notifies the customer if the operator chose so. */
export const cancelOneOrder: AdminHandler<'POST /admin/v1/orders/{id}/cancel'> = async (ctx, { id, ...input }) => {
  const { order_no } = await findShopOrder(ctx, id)
  if ((await cancelOrderWithAudit(ctx, { ...input, order_no })) === 'asked') throw askedInstead()
  return orderDetail(ctx, ctx.db, id)
}

/** The request is already recorded; this error only informs the operator who pressed the button. */
const askedInstead = () =>
  new ShopError(
    409,
    'ERROR_IN_BATCH',
    '出荷作業中のため、すぐにはキャンセルできません。出荷の担当者に「キャンセルのご希望」を伝えました。荷物はそれまで発送されません。',
  )

/** お届け済み, for one parcel or for all shipped parcels. */
export const markOneOrderDelivered: AdminHandler<'POST /admin/v1/orders/{id}/receive'> = async (
  ctx,
  { id, shipment_no },
) => {
  const { order_no } = await findShopOrder(ctx, id)
  const also: ShipmentHook = (tx, order) =>
    recordAudit(tx, ctx, { ...orderAuditSubject(order), after: { received: shipment_no ?? 'all' } })
  await markParcelsDelivered(ctx, { order_no, shipment_no }, also)
  return orderDetail(ctx, ctx.db, id)
}

/** 欠品: cancels a parcel of a partly shipped order. What was paid for it is owed until it is refunded. */
export const cancelOneParcel: AdminHandler<'POST /admin/v1/orders/{id}/parcels/{shipment_no}/cancel'> = async (
  ctx,
  { id, shipment_no, decision_reason, notify },
) => {
  const { order_no } = await findShopOrder(ctx, id)
  const also: ShipmentHook = (tx, order) =>
    recordAudit(tx, ctx, { ...orderAuditSubject(order), after: { cancelled: shipment_no, decision_reason } })
  await cancelShipment(
    ctx,
    { order_no, shipment_no, note: decision_reason, ...(notify === undefined ? {} : { notify }) },
    also,
  )
  return orderDetail(ctx, ctx.db, id)
}

/**
 * 荷物の戻り: a parcel came back (受取拒否, 宛先不明). What becomes of goods and money is decided by 返品・返金. That 代引 of a parcel
 * that was received was not paid corrects the books, so it takes the permission for payments.
 */
export const recordOneParcelReturn: AdminHandler<'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back'> = async (
  ctx,
  { id, shipment_no, is_unpaid, decision_reason },
) => {
  const { order_no } = await findShopOrder(ctx, id)
  if (is_unpaid && !ctx.operator.permissions.includes('payment.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', 'この操作をする権限がありません。店長にご相談ください。')
  const also: ShipmentHook = (tx, order) =>
    recordAudit(tx, ctx, {
      ...orderAuditSubject(order),
      after: { parcel_back: shipment_no, is_unpaid, decision_reason },
    })
  await recordParcelReturn(ctx, { order_no, shipment_no, is_unpaid, note: decision_reason }, also)
  return orderDetail(ctx, ctx.db, id)
}
