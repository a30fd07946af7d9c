import { personalFields } from '@kushi/contract/personal'
import type { Queryable } from '@kushi/db/connect'
import type { AddressChangeRequest } from '@kushi/db/schema/fulfilment'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import {
  findOrder,
  findShopOrder,
  loadOrderItems,
  lockOrder,
  type OrderRow,
  orderAuditSubject,
  orderDetail,
  orderRefusals,
  planOrderChange,
  unchangedOrderChange,
} from '../../order/index.ts'
import { loadShippingDecision, saveShippingDecision } from '../internal/decisions.ts'
import { addressChangeRequestText } from '../internal/hold-reason-text.ts'
import { loadLiveShipments } from '../internal/shipments.ts'
import { unpackShipment } from '../internal/unpack-shipment.ts'
import { applyOrderChange } from './change-order.ts'

/**
 * 宛先の変更のご希望 for an order that is being packed: its parcels do not leave before the desk has decided.
 * @throws ShopError 404, 409 when it is not being packed: it can then be changed at once, or has left
 */
export const requestAddressChange: AdminHandler<'POST /admin/v1/orders/{id}/address-wish'> = async (
  ctx,
  { id, ...wish },
) => {
  const found = await findShopOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    const { address } = orderRefusals({
      status: order.status,
      cycle: order.cycle,
      payment_method_id: order.payment_method_id,
      payment_state: paid?.state ?? null,
      captured_on_charge: paid?.captured_on_charge ?? false,
      kept_amount: 0,
      given_back: 0,
      replacement_kind: order.replacement_kind,
      parcels: (await loadLiveShipments(tx, order)).map(({ status }) => status),
    })
    if (address !== null) throw new ShopError(409, 'ERROR_ORDER_STATUS', address)
    const { shipping_address, decision_reason: reason, notify } = wish
    const operator_name = ctx.operator.name
    const address_wish = { shipping_address, reason, notify, asked_at: ctx.clock.now().toISOString(), operator_name }
    await saveShippingDecision(tx, ctx, order, { address_wish })
    const after = { address_wish: addressChangeRequestText(address_wish), decision_reason: reason }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), after, shape: personalFields({ address_wish: 'text' }) })
  })
  return orderDetail(ctx, ctx.db, id)
}

/**
 * The desk answers: takes the parcels out and changes the address of the order, or ships to the old one. What can't be
 * changed is refused before a parcel is taken out; if the payment provider fails, the request stays open and they stay out.
 * @throws ShopError 404, 409, 422 for an address that the order can't be changed to
 */
export const decideAddressChange: AdminHandler<'POST /admin/v1/shipping/address-wishes/{order_no}'> = async (
  ctx,
  { order_no, decision },
) => {
  const { order: found } = await findOrder(ctx, order_no)
  const answered = decision === 'correct' ? await planWish(ctx, await findShopOrder(ctx, found.id)) : null
  await ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    await openWish(tx, order)
    if (decision === 'ship') await saveShippingDecision(tx, ctx, order, { address_wish: null })
    else
      for (const parcel of await loadLiveShipments(tx, order))
        if (parcel.status === 'packed') await unpackShipment(tx, ctx, parcel)
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), after: { decision } })
  })
  if (answered) await applyOrderChange(ctx, answered.plan, answered.change)
  return {}
}

/** @throws ShopError 409 when it is answered already */
async function openWish(db: Queryable, order: OrderRow): Promise<AddressChangeRequest> {
  const wish = (await loadShippingDecision(db, order))?.address_wish
  if (wish) return wish
  throw new ShopError(
    409,
    'ERROR_SHIPMENT_STATUS',
    `ご注文 ${order.order_no} の宛先のご希望には、すでにお答えしています。`,
  )
}

async function planWish(ctx: OperatorContext, order: OrderRow) {
  const { shipping_address, reason: decision_reason, notify } = await openWish(ctx.db, order)
  const change = {
    ...unchangedOrderChange(order, await loadOrderItems(ctx.db, order)),
    shipping_address,
    decision_reason,
    notify,
  }
  return { change, plan: await planOrderChange(ctx, order, change) }
}
