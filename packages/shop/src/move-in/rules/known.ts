import type { Party } from '@kushi/contract/address'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PaymentMethodId } from '@kushi/values/payment-method'

export interface KnownSku {
  id: number
  product_id: number
  product_code: string
  product_name: string
  product_image: string
  choices: {
    sku_parent_item_name1: string | null
    set_item_name1: string | null
    sku_parent_item_name2: string | null
    set_item_name2: string | null
  }
  /** What a piece costs in a subscription today, tax included. */
  following_price: number
  tax_rate: 8 | 10
  /** Both product and choice are. */
  is_visible: boolean
  is_subscribable: boolean
  is_yearly: boolean
}

export interface KnownDelivery {
  id: number
  delivery_name: string
  fee: number
  is_mail: boolean
  times: readonly { id: number; name: string }[]
}

/** What stands in the shop and in the rows before: a row is judged by it, and adds itself. */
export interface Known {
  today: CalendarDate
  now: Date
  skus: ReadonlyMap<string, KnownSku>
  deliveries: readonly KnownDelivery[]
  /** Those that the shop offers and has an account for. */
  payments: readonly PaymentMethodId[]
  emails: Set<string>
  /** MemberID at GMO → the member who has it. */
  gmo_ids: Set<string>
  /** By their numbers in the other system; `id` 0 in a rehearsal. */
  members: Map<string, { id: number; gmo_id: string | null; party: Party }>
  addresses: Map<string, { id: number; member_no: string; party: Party }>
  /** お届け先 that a member may have, the own address among them. */
  most_addresses: number
  /** How many addresses a member has. */
  address_counts: Map<string, number>
  subscriptions: Map<string, { id: number; cycle: number; member_no: string }>
  /** Numbers that an order of the shop has already. */
  order_nos: Set<string>
  /** `subscription:cycle` of orders: one order a cycle. */
  ordered_cycles: Set<string>
  /** The last delivery of a subscription that the files know as an order: it must not come again. */
  last_ordered: Map<string, { cycle: number; order_no: string; delivery_date: CalendarDate | null }>
}
