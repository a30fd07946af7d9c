import { mapOrderFees } from '@kushi/values/order-amounts'
import type { SelfCheckItem } from '@kushi/values/self-check'
import { formatYen, type Yen } from '@kushi/values/yen'
import { freeDeliveryText, type PromiseTable, promiseBlocks } from '../../../catalogue/promise/rules/blocks.ts'
import { prefectureNamesText, type ShopFacts } from '../../../catalogue/promise/rules/facts.ts'
import { CHARGED_PARTS, type ChargedPart } from './charged-parts.ts'

// The figures are read out of the words that customers read, and not out of the settings behind them: the words are what
// the shop has promised.

const yenIn = (text: string): Yen[] =>
  [...text.matchAll(/([0-9][0-9,]*)円/g)].map(([, digits]) => Number(digits!.replaceAll(',', '')))

interface Destination {
  pref_id: number
  is_remote_island: boolean
}

/**
 * Returns the delivery fee (送料) in yen that the table of fees states for a destination. An island fee is added. null:
 * the table does not state it.
 */
export function advertisedDeliveryFee(facts: ShopFacts, delivery_name: string, to: Destination): Yen | null {
  const own = rowsOfMethod(facts, delivery_name)
  if (own.length === 0) return null
  const name = prefectureNamesText([to.pref_id])
  const named = own.find(([, place]) => place!.split('、').includes(name))
  const fee = yenIn((named ?? own[0]!)[2]!)[0]
  if (fee === undefined) return null
  const island = to.is_remote_island ? own.find(([, place]) => place === '離島') : undefined
  return fee + (island ? (yenIn(island[2]!)[0] ?? 0) : 0)
}

/** Returns クール代 in yen of one parcel that the table of fees states for a destination; 0: it states none. */
export function advertisedCoolFee(facts: ShopFacts, delivery_name: string, { pref_id }: Destination): Yen {
  const cooled = rowsOfMethod(facts, delivery_name).find(([, place]) => place!.startsWith('クール便'))
  // 「…クール代330円(税込)を加えた額。北海道、沖縄県は660円」
  const [usual = '', farther = ''] = (cooled?.[2] ?? '').split('。')
  const named = [...farther.matchAll(/([^円]{1,300})は[0-9,]{1,12}円/g)].find(([, names]) =>
    names!.split('、').includes(prefectureNamesText([pref_id])),
  )
  return yenIn(named?.[0] ?? usual)[0] ?? 0
}

/** The rows of the table of fees that speak of a method; empty: none. */
function rowsOfMethod(facts: ShopFacts, delivery_name: string): string[][] {
  const { rows } = promiseBlocks.送料の表(facts) as PromiseTable
  const first = rows.findIndex(([name]) => name === delivery_name)
  if (first < 0) return []
  const next = rows.findIndex(([name], n) => n > first && name !== '')
  return rows.slice(first, next < 0 ? rows.length : next)
}

/** Returns the amount in yen from which delivery is free, as the texts state it. null: they do not state it. */
export const advertisedFreeFrom = (facts: ShopFacts): Yen | null =>
  yenIn(promiseBlocks.送料無料の金額(facts) as string)[0] ?? null

/**
 * Returns the payment fee (手数料) in yen that the table of payment methods states. `total`: yen before the fee. null:
 * not stated.
 */
export function advertisedPaymentFee(facts: ShopFacts, payment_name: string, total: Yen): Yen | null {
  const { rows } = promiseBlocks.お支払い方法(facts) as PromiseTable
  const said = rows.find(([name]) => name === payment_name)?.[2]
  if (said === undefined) return null
  let fee: Yen | null = null
  // 「お支払い額が10,000円未満で330円、それ以上で440円」
  for (const part of said.split('、')) {
    const [first, second] = yenIn(part)
    if (first === undefined) continue
    if (second === undefined) return first
    fee = second
    if (total < first) return fee
  }
  return fee
}

/** A purchase that was quoted. */
export interface QuotedPurchase {
  product_name: string
  plan: 'once' | 'subscription' | 'yearly'
  delivery_name: string
  payment_name: string
  to: Destination
  /** The price of these goods on the product's page (yen). */
  goods: Yen
  /** Chilled or frozen parcels in which they travel. */
  cool_parcels: number
  charged: Record<ChargedPart | 'payment_total', Yen>
}

const planNames = { once: '', subscription: '(定期便)', yearly: '(年払い)' }

/** Returns what the shop's texts state that this purchase costs, part by part, in yen. null: not stated. */
export function advertisedCharges(facts: ShopFacts, one: QuotedPurchase) {
  const { plan, delivery_name, payment_name, to, goods, cool_parcels } = one
  const free = advertisedFreeFrom(facts)
  const isFree = plan === 'yearly' || (free !== null && goods >= free)
  const delivery_fee = isFree ? 0 : advertisedDeliveryFee(facts, delivery_name, to)
  const isCoolFree = plan === 'yearly' || (isFree && /クール代も無料/.test(freeDeliveryText(facts)))
  const cool_fee = isCoolFree ? 0 : advertisedCoolFee(facts, delivery_name, to) * cool_parcels
  const before = delivery_fee === null ? null : goods + delivery_fee + cool_fee
  const payment_fee = before === null ? null : advertisedPaymentFee(facts, payment_name, before)
  const payment_total = before === null || payment_fee === null ? null : before + payment_fee
  // Any other fee costs nothing where nobody chose it.
  return { ...mapOrderFees(() => 0), subtotal: goods, delivery_fee, cool_fee, payment_fee, payment_total }
}

/** Returns the parts of a purchase whose charge differs from the shop's texts, each with both sentences. */
export function chargeDifferences(facts: ShopFacts, one: QuotedPurchase): SelfCheckItem[] {
  const said = advertisedCharges(facts, one)
  const place = `${one.to.is_remote_island ? '離島・' : ''}${prefectureNamesText([one.to.pref_id])}`
  const about = `「${one.product_name}」${planNames[one.plan]}を${place}へ、${one.delivery_name}、${one.payment_name}で`
  return (Object.keys(CHARGED_PARTS) as ChargedPart[]).flatMap((name) => {
    const [subject, label] = CHARGED_PARTS[name]
    const told = said[name]
    if (told === one.charged[name]) return []
    return [
      {
        subject,
        label,
        is_met: false,
        said: told === null ? `${label}を書いていません` : `${label} ${formatYen(told)}`,
        fact: `${about}: ${label} ${formatYen(one.charged[name])}(合計 ${formatYen(one.charged.payment_total)})`,
      },
    ]
  })
}
