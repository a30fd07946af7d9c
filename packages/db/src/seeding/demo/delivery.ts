import { and, eq } from 'drizzle-orm'
import { shopTerms } from '../../../seed/demo/terms.ts'
import { deliveryTimeNames, extraLeadDays, parcelDelivery, shopPayments } from '../../../seed/reference/shop.ts'
import type { Tx } from '../../connect.ts'
import { delivery, delivery_lead, delivery_prefecture_fee, delivery_time, shop_payment } from '../../schema/delivery.ts'

/** メール便 for 椿野; cartons by 宅配便 for its wholesale counter. */
const methods = [
  {
    id: 2,
    shop_id: 2,
    delivery_name: 'メール便',
    flat_rate_delivery_fee: shopTerms[2].mail_delivery_fee,
    mail_delivery_flag: true,
    max_weight_g: 1_000,
    sort_no: 2,
  },
  { ...parcelDelivery, id: 3, shop_id: 3, flat_rate_delivery_fee: shopTerms[3].parcel_delivery_fee },
]

/** 宅配便 of the consumer shop: farther prefectures cost more. */
const prefectureFees = [
  { pref_id: 1, fee: 990 },
  { pref_id: 47, fee: 1_320 },
]

/** Adds the delivery methods and fees of the demo's shops, and the payment methods of the wholesale counter. */
export async function addDemoDelivery(tx: Tx): Promise<void> {
  await tx
    .update(delivery)
    .set({ flat_rate_delivery_fee: shopTerms[2].parcel_delivery_fee, island_surcharge: 550 })
    .where(and(eq(delivery.shop_id, 2), eq(delivery.id, 1)))
  await tx.insert(delivery).overridingSystemValue().values(methods)
  const times = deliveryTimeNames.map((delivery_time, n) => ({
    shop_id: 3,
    id: 11 + n,
    delivery_id: 3,
    delivery_time,
    sort_no: n + 1,
  }))
  await tx.insert(delivery_time).overridingSystemValue().values(times)
  const extra = methods.flatMap(({ id, shop_id }) =>
    extraLeadDays.map((lead) => ({ shop_id, delivery_id: id, ...lead })),
  )
  await tx.insert(delivery_lead).values(extra)
  await tx.insert(delivery_prefecture_fee).values(prefectureFees.map((fee) => ({ shop_id: 2, delivery_id: 1, ...fee })))
  // The wholesale counter has no cash on delivery.
  const wholesale = shopPayments
    .filter((payment) => payment.payment_method_id !== null)
    .map((payment, n) => ({ ...payment, id: n + 11, shop_id: 3, sort_no: n + 1 }))
  await tx.insert(shop_payment).overridingSystemValue().values(wholesale)
}
