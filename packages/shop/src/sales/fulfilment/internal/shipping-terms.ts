import type { Queryable } from '@kushi/db/connect'
import { delivery, delivery_lead, delivery_time } from '@kushi/db/schema/delivery'
import { shipping_setting, shop_carrier } from '@kushi/db/schema/fulfilment'
import { CARRIER_OF_PROGRAM, type Carrier, type CarrierProgram } from '@kushi/values/carrier'
import { type DeliverySlot, parseDeliverySlot } from '@kushi/values/delivery-slot'
import { eq } from 'drizzle-orm'
import { ISLAND_EXTRA_DAYS, isRemoteIsland } from '../../../catalogue/delivery/index.ts'
import type { LabelSender } from '../../../ports/carrier-file-port.ts'
import { transitDays } from '../rules/reach.ts'

type Method = Pick<typeof delivery.$inferSelect, 'id' | 'delivery_name' | 'mail_delivery_flag' | 'carrier_program'>

/** How a shop ships: methods, time zones, leads, and the sender on its labels. */
export interface ShippingTerms {
  setting: typeof shipping_setting.$inferSelect | null
  method(delivery_id: number): Method
  /** `name`: the shop's name for the time; `slot`: the carriers' time slot, undefined when no carrier has one. */
  time(delivery_time_id: number | null): { name: string | null; slot: DeliverySlot | null | undefined }
  daysTo(to: { delivery_id: number; pref_id: number; postal_code: string }): number
  /** The longest transit time of all destinations, in days. */
  most_days: number
  /** null: the shop has not entered a sender yet. */
  sender(program: CarrierProgram): LabelSender | null
}

export async function loadShippingTerms(db: Queryable, shop_id: number): Promise<ShippingTerms> {
  const [setting = null] = await db.select().from(shipping_setting).where(eq(shipping_setting.shop_id, shop_id))
  const accounts = await db.select().from(shop_carrier).where(eq(shop_carrier.shop_id, shop_id))
  const methods = await db.select().from(delivery).where(eq(delivery.shop_id, shop_id))
  const times = await db.select().from(delivery_time).where(eq(delivery_time.shop_id, shop_id))
  const leads = await db.select().from(delivery_lead).where(eq(delivery_lead.shop_id, shop_id))
  return {
    setting,
    method: (id) => methods.find((one) => one.id === id)!,
    time(id) {
      const found = times.find((one) => one.id === id)
      return found
        ? { name: found.delivery_time, slot: parseDeliverySlot(found.delivery_time) }
        : { name: null, slot: null }
    },
    daysTo({ delivery_id, pref_id, postal_code }) {
      const lead = leads.find((one) => one.delivery_id === delivery_id && one.pref_id === pref_id)
      return transitDays(lead?.extra_days ?? 0, isRemoteIsland(postal_code) ? ISLAND_EXTRA_DAYS : 0)
    },
    most_days: transitDays(Math.max(0, ...leads.map(({ extra_days }) => extra_days)), ISLAND_EXTRA_DAYS),
    sender: (program) => setting && senderOf(setting, accounts.find(isOf(CARRIER_OF_PROGRAM[program]))),
  }
}

const isOf = (carrier: Carrier) => (row: { carrier: Carrier }) => row.carrier === carrier

function senderOf(
  { sender_name: name, postal_code, address1, address2, phone_number }: typeof shipping_setting.$inferSelect,
  account: typeof shop_carrier.$inferSelect | undefined,
): LabelSender {
  const { customer_code = '', classification_code = '', freight_no = '' } = account ?? {}
  return {
    name,
    postal_code,
    address: [address1, address2],
    phone_number,
    customer_code,
    classification_code,
    freight_no,
  }
}
