import type { Party } from '@kushi/contract/address'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { MovedNonMemberKind } from '@kushi/values/move-in'
import type { PaymentMethodId } from '@kushi/values/payment-method'
import type { SetPart } from '@kushi/values/product-set'
import type { ShopLeadTimes } from '../../../catalogue/delivery/rules/lead.ts'

/** A SKU of the shop, as far as the rules of a move need it. */
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
  /** Today's price per piece in a subscription, in yen, tax included. */
  following_price: number
  tax_rate: 8 | 10
  /** セットの中身; empty: not a set. */
  parts: SetPart[]
  /** Both product and SKU are visible. */
  is_visible: boolean
  is_subscribable: boolean
  is_yearly: boolean
}

/** A delivery method of the shop, as far as the rules of a move need it. `fee` is in yen. */
export interface KnownDelivery {
  id: number
  delivery_name: string
  fee: number
  is_mail: boolean
  times: readonly { id: number; name: string }[]
}

/** The methods of a map or a set that the rules need; the data may lie on disk. */
type Lookup<V> = Pick<Map<string, V>, 'get' | 'has'> & { set(key: string, value: V): void }
type Names = Pick<Set<string>, 'has'> & { add(name: string): void }

/** A note about a whole file: the number of cases, and the first of them. */
export interface MentionList {
  count: number
  first: string[]
}

const MAX_MENTIONED = 20

export function addMention(mentioned: MentionList, text: string): void {
  mentioned.count++
  if (mentioned.first.length < MAX_MENTIONED) mentioned.first.push(text)
}

export const mentionedText = ({ count, first }: MentionList): string =>
  `${first.join('、')}${count > first.length ? ' ほか' : ''}`

/** Records of the shop and of the rows read so far. Each row is checked against them and then added to them. */
export interface KnownRecords {
  today: CalendarDate
  /** 変更締切 of the shop, which moved subscriptions take over, and how long its parcels take. */
  arranged_before_days: number
  leads: ShopLeadTimes
  now: Date
  skus: Map<string, KnownSku>
  /** For products: the shop's categories in its order, and the names in addresses that are taken. */
  categories: readonly { id: number; category_name: string; slug: string }[]
  slugs: Set<string>
  deliveries: readonly KnownDelivery[]
  /** Payment methods that the shop offers and has an account for. */
  payments: readonly PaymentMethodId[]
  emails: Names
  /** The MemberIDs at GMO that members already have. */
  gmo_ids: Names
  /** 移行元: the numbers of the files are those of this system. */
  former_system: string
  /** An operator named it, and so says that members of an earlier move are meant by their numbers. */
  is_former_system_named: boolean
  /** By number in the other system; `id` is 0 in a rehearsal. */
  members: Lookup<{ id: number; email: string; gmo_id: string | null; party: Party }>
  /** Numbers that the files of this move state themselves, as the member who is known by them, or as somebody else. */
  members_here: Names
  strangers: Names
  /** The kinds of non-members whose orders are imported. */
  takes: Record<MovedNonMemberKind, boolean>
  /** Numbers and e-mails of members whose row can't be taken in: they are no guests, and have not left. */
  refused_members: Names
  /** Numbers that the file of members calls those of guests or of members who left. */
  left_out_members: Lookup<MovedNonMemberKind>
  /**
   * Persons with orders and no membership, by number. `id` 0: in a rehearsal; null: their data was erased or merged.
   * `was_member`: they left this shop, not the former system.
   */
  non_members: Lookup<{ id: number | null; moved_as: MovedNonMemberKind; was_member: boolean }>
  /** The same of guests without a number, by e-mail. */
  guests: Lookup<number>
  /** Numbers that only orders have, taken for those of members who left. */
  unnamed: MentionList
  addresses: Lookup<{ id: number; member_no: string; party: Party }>
  /** The most お届け先 of a member, including their own address. */
  most_addresses: number
  /** The number of addresses of each member. */
  address_counts: Lookup<number>
  subscriptions: Lookup<{ id: number; cycle: number; member_no: string; version: number }>
  /** 会員番号 by e-mail address, for files that name members by it. */
  member_nos: Lookup<string>
  /** Notes about a whole file that were already reported. */
  told: Names
  /** The URL at which a member registers a card. */
  card_page: string
  /** Contracts that the files name again. */
  subscriptions_here: Names
  /** Imported contracts whose fee is higher in the file than it was agreed, with both. */
  higher_fees: MentionList
  /** Order numbers that the shop already has. */
  order_nos: Names
  /** `subscription:cycle` of orders: one order a cycle. */
  ordered_cycles: Names
  /** The last delivery of a subscription among the orders in the files: it must not be sent again. */
  last_ordered: Lookup<{ cycle: number; order_no: string; delivery_date: CalendarDate | null }>
}
