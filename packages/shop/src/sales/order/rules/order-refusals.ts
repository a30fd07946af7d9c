import { type OrderStatus, REPLACEMENT_KIND_NAME, type ReplacementKind } from '@kushi/values/order-status'
import { isCashOnDelivery, isPrepaidMethod, type PaymentState, paymentMethod } from '@kushi/values/payment-method'
import { hasLeftShop, type ShipmentStatus } from '@kushi/values/shipment'

interface Facts {
  status: OrderStatus
  /** The cycle of the subscription; null: a single purchase. */
  cycle: number | null
  payment_method_id: number | null
  /** State of the order's last payment; null: there is nothing to pay. */
  payment_state: PaymentState | null
  /** The provider took the money with the charge, before anything was sent. */
  captured_on_charge: boolean
  /** Captured and not refunded, in yen. */
  kept_amount: number
  /** Refunded, by the provider or by hand, in yen. */
  given_back: number
  replacement_kind: ReplacementKind | null
  /** Statuses of its parcels that are not cancelled. */
  parcels: readonly ShipmentStatus[]
}

/**
 * Why an operator can't do something with an order now, as text for the screen; null: it is possible. The calls refuse
 * the same.
 */
export interface OrderRefusals {
  cancel: string | null
  change: string | null
  /** 宛先の変更を出荷に頼む */
  address: string | null
  refund: string | null
  receive: string | null
  parcel_back: string | null
  cash: string | null
}

export const orderRefusals = (facts: Facts): OrderRefusals => ({
  cancel: cancelRefusal(facts),
  change: changeRefusal(facts),
  address: addressRefusal(facts),
  refund: refundRefusal(facts),
  receive: facts.parcels.includes('shipped') ? null : '発送中の荷物がありません。',
  parcel_back: parcelReturnRefusal(facts),
  cash: recordCashRefusal(facts),
})

const isOver = ({ status }: Facts) => status === 'cancelled' || status === 'returned'
const over = ({ status }: Facts) => (status === 'cancelled' ? 'キャンセル済みです。' : '返品済みです。')

/**
 * Why no parcel can be recorded as come back (受取拒否); null: one can. One that counts as received can for 代引 only, also
 * when the order is delivered: whether its amount was paid is to be corrected with it. What was refunded was paid.
 */
export function parcelReturnRefusal({
  status,
  payment_method_id,
  payment_state,
  given_back,
  parcels,
}: Pick<Facts, 'status' | 'payment_method_id' | 'payment_state' | 'given_back' | 'parcels'>): string | null {
  const isOnItsWay = status === 'arranged' || status === 'shipped'
  const isAtDoor = isCashOnDelivery(payment_method_id) && payment_state !== null
  if (!isOnItsWay && !(status === 'delivered' && isAtDoor))
    return 'お届けの途中のご注文ではありません。返品・返金をお使いください。'
  if (parcels.includes('shipped')) return null
  if (parcels.includes('received') && isAtDoor)
    return given_back === 0 ? null : '返金を記録したご注文です。返品・返金をお使いください。'
  return parcels.includes('received')
    ? 'お届け済みの荷物です。返品・返金をお使いください。'
    : '発送した荷物がありません。'
}

/**
 * The reason why 入金を記録する is refused, for the whole amount or a part; null: it is allowed. It is allowed once no parcel
 * of a 代金引換 order collected the amount and none will: until all parcels have arrived, one may still collect it.
 */
export function recordCashRefusal({
  status,
  payment_method_id,
  payment_state,
}: Pick<Facts, 'status' | 'payment_method_id' | 'payment_state'>): string | null {
  if (!isCashOnDelivery(payment_method_id) || payment_state === null) return '代金引換のご注文ではありません。'
  if (payment_state === 'captured' || payment_state === 'refunded') return '代金は受け取り済みです。'
  if (status !== 'delivered' || payment_state !== 'authorised')
    return '荷物のお届けがすべて済んでも、代金が回収されていないときに記録できます。'
  return null
}

/** The text why an order can't be cancelled while the result of its payment is unknown. */
export const PAYMENT_UNDECIDED_TEXT = '決済の結果を確認しています。結果が分かってから、キャンセルできます。'

/**
 * The refusal to cancel an order whose money was captured while its shipping is in progress or was interrupted. The
 * money of such a cancelled order would never be refunded.
 */
export const CAPTURED_FOR_SHIPPING_TEXT =
  '発送のため代金を受け取り済みです。発送の登録をもう一度おこなってから、返金してください。'

export const isCapturedForShipping = ({
  payment_state,
  payment_method_id,
  captured_on_charge,
}: Pick<Facts, 'payment_state' | 'payment_method_id' | 'captured_on_charge'>): boolean =>
  payment_state === 'captured' && !isPrepaidMethod(payment_method_id) && !captured_on_charge

function cancelRefusal(facts: Facts): string | null {
  const { status, cycle, payment_state, payment_method_id } = facts
  if (isOver(facts)) return over(facts)
  if (status === 'shipped' || status === 'delivered') return '発送済みです。返品・返金をお使いください。'
  if (facts.parcels.some(hasLeftShop))
    return '一部を発送済みです。残りの荷物を発送するか取り消してから、返金してください。'
  if (isCapturedForShipping(facts)) return CAPTURED_FOR_SHIPPING_TEXT
  if (status !== 'payment_pending' || payment_state === 'held' || payment_state === 'awaiting') return null
  const isAsked = (cycle ?? 1) > 1 && payment_state === 'intent' && !paymentMethod(payment_method_id).is_blind
  return isAsked ? null : PAYMENT_UNDECIDED_TEXT
}

function changeRefusal(facts: Facts): string | null {
  const { status, replacement_kind } = facts
  if (isOver(facts)) return over(facts)
  if (status === 'shipped' || status === 'delivered' || facts.parcels.some(hasLeftShop))
    return '発送済みのため、内容を変更できません。'
  if (status !== 'received' && status !== 'arranged') return 'お支払いが済んでいないため、内容を変更できません。'
  if (replacement_kind !== null)
    return `${REPLACEMENT_KIND_NAME[replacement_kind]}の内容は、変更できません。キャンセルして、元の注文からもう一度お送りください。`
  if (facts.parcels.includes('packed')) return '出荷作業中です。出荷を止めてから、変更してください。'
  if (isPaid(facts)) return '代金を受け取り済みのため、内容を変更できません。'
  return null
}

/** A paid order is not changed, not even its address. */
const isPaid = ({ payment_state }: Facts) => payment_state !== null && payment_state !== 'authorised'

/** While it is packed, another address can only be asked for. */
function addressRefusal(facts: Facts): string | null {
  const { parcels, replacement_kind } = facts
  if (parcels.some(hasLeftShop)) return '発送済みのため、宛先を変更できません。'
  if (!parcels.includes('packed')) return '出荷作業中ではありません。「内容を変更する」をお使いください。'
  if (isPaid(facts)) return '代金を受け取り済みのため、宛先を変更できません。'
  return replacement_kind === null ? null : `${REPLACEMENT_KIND_NAME[replacement_kind]}の宛先は、変更できません。`
}

function refundRefusal(facts: Facts): string | null {
  const { status, payment_state, kept_amount } = facts
  if (status === 'returned') return kept_amount > 0 ? null : '返品済みです。'
  if (status === 'shipped' || status === 'delivered')
    return payment_state === 'refunded' ? '全額を返金済みです。' : null
  if ((status === 'cancelled' || status === 'payment_error') && kept_amount > 0) return null
  if (status === 'cancelled') return 'キャンセル済みです。'
  return kept_amount > 0
    ? '残りの荷物を発送するか取り消してから、返金してください。'
    : 'まだ代金を受け取っていません。キャンセルをお使いください。'
}
