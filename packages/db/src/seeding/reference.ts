import { masterdata } from '../../seed/reference/masterdata.ts'
import {
  cashOnDeliveryFees,
  deliveryTimeNames,
  extraLeadDays,
  parcelDelivery,
  parcelFee,
  initialShop as reference,
  shopPayments,
} from '../../seed/reference/shop.ts'
import type { Tx } from '../connect.ts'
import { delivery, delivery_lead, delivery_time, shop_payment, shop_payment_fee } from '../schema/delivery.ts'
import { shop } from '../schema/shop.ts'
import { addMasterDataLists, addStorefrontClient } from './shop-parts.ts'

/**
 * The data that every shop needs before its owner configures anything: one empty shop, its lists, a delivery method and
 * payment methods.
 */
export async function fillReference(tx: Tx): Promise<void> {
  const shop_id = reference.id
  await tx.insert(shop).overridingSystemValue().values(reference)
  await addStorefrontClient(tx, shop_id)
  await addMasterDataLists(tx, shop_id, masterdata)
  await tx
    .insert(delivery)
    .overridingSystemValue()
    .values({ ...parcelDelivery, id: 1, shop_id, flat_rate_delivery_fee: parcelFee })
  const times = deliveryTimeNames.map((delivery_time, n) => ({
    shop_id,
    id: n + 1,
    delivery_id: 1,
    delivery_time,
    sort_no: n + 1,
  }))
  await tx.insert(delivery_time).overridingSystemValue().values(times)
  await tx.insert(delivery_lead).values(extraLeadDays.map((lead) => ({ shop_id, delivery_id: 1, ...lead })))
  const methods = shopPayments.map((payment, n) => ({ ...payment, id: n + 1, shop_id, sort_no: n + 1 }))
  await tx.insert(shop_payment).overridingSystemValue().values(methods)
  const cash = methods.find((payment) => payment.payment_method_id === null)!
  const fees = cashOnDeliveryFees.map((fee) => ({ shop_id, shop_payment_id: cash.id, ...fee }))
  await tx.insert(shop_payment_fee).values(fees)
}
