import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../connect.ts'
import { delivery } from '../../schema/delivery.ts'
import { shipping_insert, shipping_setting, shop_carrier } from '../../schema/fulfilment.ts'

const sender = {
  ...{ sender_name: '椿野 発送係', postal_code: '1000101', address1: '東京都大島町元町字椿野0-0', address2: '' },
  ...{ phone_number: '0120000000', item_name: '化粧品', pickup_time: '16:00' },
}
const accounts = [
  { carrier: 'yamato', customer_code: '0120000000', freight_no: '01' },
  { carrier: 'sagawa', customer_code: '012000000000' },
  { carrier: 'japan_post', customer_code: '' },
] as const

const inserts = [
  { insert_name: 'ごあいさつ状', shelf: 'Z-1', delivery_no: 1 },
  { insert_name: 'お手入れの手引き', shelf: 'Z-2', delivery_no: 2 },
  { insert_name: '椿だより', shelf: 'Z-3', delivery_no: null },
  { insert_name: '贈り物のしおり', shelf: 'Z-4', delivery_no: null, is_gift: true },
]

/** ヤマト for the consumer shop's two methods, 佐川 for the cartons of the wholesale counter; and the parcel inserts. */
export async function addShipping(tx: Tx): Promise<void> {
  for (const [shop_id, id, carrier_program] of [
    [2, 1, 'b2cloud'],
    [2, 2, 'b2cloud'],
    [3, 3, 'ehiden3'],
  ] as const)
    await tx
      .update(delivery)
      .set({ carrier_program })
      .where(and(eq(delivery.shop_id, shop_id), eq(delivery.id, id)))
  const shops = [2, 3]
  await tx.insert(shipping_setting).values(shops.map((shop_id) => ({ ...sender, shop_id })))
  await tx
    .insert(shop_carrier)
    .values(shops.flatMap((shop_id) => accounts.map((account) => ({ ...account, shop_id, received_after_days: 7 }))))
  await tx.insert(shipping_insert).values(inserts.map((row, n) => ({ ...row, shop_id: 2, adcd: '', sort_no: n + 1 })))
}
