import { mapOrderAmounts, ORDER_AMOUNT_NAMES, ORDER_AMOUNTS, type OrderAmount } from '@kushi/values/order-amounts'
import { MAX_POINTS } from '@kushi/values/points'
import { z } from 'zod'
import { pieces, yen } from './endpoint.ts'
import { lumpSumShape, skuShape } from './sku.ts'

/** The part of an item's discount by one promotion (特典); its name as on that day. */
export const ItemPromotion = z.object({
  promotion_id: z.int().meta({ description: 'Id of the promotion (特典); null: no promotion has this code.' }),
  promotion_name: z.string().meta({ description: 'Its name; the code as typed, if no promotion has it.' }),
  discount_amount: yen,
})

/** A part of a set (セットの中身). */
export const SetContent = z.object({
  product_sku_id: z.int().meta({ description: 'Id of the SKU.' }),
  product_id: z.int(),
  /** With its choices, ready to show. */
  name: z.string(),
  pieces: z.int().meta({ common: true, description: 'Pieces; of a part, in one set.' }),
})
export type SetContent = z.infer<typeof SetContent>

/** クーポンコード, as typed; upper and lower case are the same. */
export const couponCodes = z.array(z.string().max(40)).max(5)

/** The maximum points (ポイント) that the buyer wants to use. No more points are used than the goods cost. */
export const pointsToUse = z
  .int()
  .min(0)
  .max(MAX_POINTS)
  .meta({ description: 'ポイント to use, at most; how many are used is in `summary.points`.' })

/** An item of the cart with its price. `id` is the id of the SKU; prices in yen, tax included. */
export const QuotedItem = z.object({
  ...skuShape,
  id: z.int(),
  sale_type: z.int(),
  quantity: pieces,
  subscription: z
    .int()
    .meta({ description: '0 normal, 1 subscription; or the subscription itself, null where there is none.' }),
  sale_limit: z.int(),
  is_out_stock: z.boolean(),
  is_product_sku_valid: z.boolean().meta({ description: 'false: no longer sold this way.' }),
  visible: z.boolean().meta({ description: 'Whether the shop shows it.' }),
  light_flag: z.boolean(),
  tax_rate: z.int(),
  /** Price of one piece in this (the first) delivery, and in each later delivery. */
  price: yen,
  following_price: yen.meta({ description: 'One piece of each later delivery, yen, tax included.' }),
  /** price × quantity (× deliveries of a lump sum payment). */
  subtotal: yen,
  /** Rank and promotions; the parts by promotions are in `promotions`. */
  discount_amount: yen,
  promotions: z.array(ItemPromotion).meta({
    description: 'In a quote: what became of each promotion and code. On an item: what each promotion takes off it.',
  }),
  revision: z.int(),
  parts: z.array(SetContent).meta({ description: 'セットの中身: what one piece of it consists of; empty: not a set.' }),
  ...lumpSumShape,
})
export type QuotedItem = z.infer<typeof QuotedItem>

/** 税率ごとの内訳 */
export const TaxLine = z.object({
  tax_rate: z.int(),
  total: yen.meta({ description: 'Paid at this rate, yen, tax included.' }),
  tax: yen.meta({ description: '消費税 in it, yen, rounded down once per rate.' }),
})

/** Of the others the name says it. */
const AMOUNT_DESCRIPTION: Partial<Record<OrderAmount, string>> = {
  subtotal: '小計 of goods before discounts, yen, tax included.',
  discount_amount: '割引, yen: on a line of a subscription off one piece.',
  delivery_fee: '送料, yen, tax included. In a request it is not believed: the shop prices.',
  cool_fee: 'クール代 of chilled and frozen parcels, yen, tax included. In a request it is not believed.',
  gift_fee: 'ギフト包装・のし・カード, yen, tax included.',
  payment_fee: '決済手数料, yen, tax included.',
  adjustment_amount:
    '調整額 of a subscription, yen, negative in the customer’s favour. In a request it is not believed.',
}
/** The amounts of one delivery in yen, from the goods to the total. */
export const Amounts = z.object({
  ...mapOrderAmounts((name) =>
    yen.meta({ description: AMOUNT_DESCRIPTION[name] ?? `${ORDER_AMOUNTS[name].label}, yen, tax included.` }),
  ),
  discounts: z
    .array(z.object({ name: z.string(), amount: yen }))
    .meta({ description: 'The discounts by name: the member’s rank, then each promotion.' }),
  payment_total: yen.meta({
    description: `お支払い合計: ${ORDER_AMOUNT_NAMES.map((name, n) => `${n === 0 ? '' : ORDER_AMOUNTS[name].sign < 0 ? '− ' : '+ '}\`${name}\``).join(' ')}, yen, tax included.`,
  }),
  tax_total: yen.meta({ description: '消費税 in the total, yen.' }),
  tax_lines: z.array(TaxLine).meta({ description: '税率ごとの内訳, the higher rate first.' }),
})
export type Amounts = z.infer<typeof Amounts>

/** The result of a promotion or a coupon code in a quote. */
export const QuotedPromotion = z.object({
  /** null: no promotion has this code. */
  promotion_id: z.int().nullable(),
  promotion_name: z.string(),
  /** null: without a code. */
  coupon_code: z.string().nullable().meta({ description: 'クーポンコード; null: the promotion needs none.' }),
  is_applied: z.boolean().meta({
    description:
      'It applies to this delivery, or to a later one of the subscription; not where its gift of this one is missing.',
  }),
  /** Off this delivery: goods, or the fee that is waived. */
  discount_amount: yen,
  /**
   * The deliveries that it holds for, the missing amount, or the reason why it does not apply; ready to show, may be
   * empty.
   */
  message: z.string().meta({ description: 'Japanese, ready to show.' }),
})
export type QuotedPromotion = z.infer<typeof QuotedPromotion>

/** プレゼント: goods that a promotion gives with the delivery, at 0 yen. `id` is the id of the SKU. */
export const QuotedGift = z.object({
  ...skuShape,
  id: z.int(),
  quantity: z.int().meta({ description: 'Pieces.' }),
  tax_rate: z.int(),
  revision: z.int(),
  gift_promotion_id: z.int().meta({ description: 'The promotion that gives it.' }),
  promotion_name: z.string(),
})
export type QuotedGift = z.infer<typeof QuotedGift>

/** ポイント of the member in a quote. One point is one yen. */
export const QuotedPoints = z.object({
  balance: z.int().meta({ description: 'ポイント that the member has.' }),
  least: z.int().meta({ description: 'A purchase takes at least so many points.' }),
  usable: z.int().meta({ description: 'Points that this purchase can take; 0: none.' }),
  used: z.int().meta({ description: 'Points that it takes; the discount contains them.' }),
  granted: z.int().meta({ description: 'Points that this delivery will give, some days after it was received.' }),
})
export type QuotedPoints = z.infer<typeof QuotedPoints>

/** The amounts of a subscription's deliveries from one to another; `to_cycle` null: of all further ones. */
export const LaterAmounts = z.object({
  from_cycle: z.int().meta({ description: 'Number of the first delivery.' }),
  to_cycle: z.int().nullable().meta({ description: 'Number of the last delivery; null: all further ones.' }),
  ...Amounts.shape,
})
export type LaterAmounts = z.infer<typeof LaterAmounts>

export const Quote = z.object({
  ...Amounts.shape,
  delivery_id: z.int().meta({ description: 'Id of the delivery method.' }),
  delivery_free_amount: yen.nullable().meta({ description: 'Goods from which delivery is free, yen; null: never.' }),
  free_remaining: yen.meta({ description: 'あと○○円で送料無料: yen; 0: free, or no such limit.' }),
  bundled_flag: z.boolean().meta({
    description: '同梱: whether anything may be put in. Not with a light variant, by メール便 or to a remote island.',
  }),
  is_remote_island: z.boolean().meta({ description: '離島.' }),
  /**
   * Amounts of a subscription's later deliveries, once its promotions have ended; null for a single purchase. What the
   * deliveries until then cost is in `later`.
   */
  following: Amounts.nullable().meta({
    description: 'Amounts of each delivery after the first; null for a single purchase.',
  }),
  later: z.array(LaterAmounts).meta({
    description: 'What later deliveries cost, from one to another; the last ones are those of all further deliveries.',
  }),
  promotions: z.array(QuotedPromotion),
  gifts: z.array(QuotedGift).meta({ description: 'プレゼント: goods that come with this delivery at 0 yen.' }),
  later_gifts: z.array(QuotedGift).meta({
    description:
      'プレゼント of later deliveries of a 定期便, the pieces of all of them: they are set aside with the order.',
  }),
  points: QuotedPoints.nullable().meta({
    description: 'ポイント of the member; null: a guest, or a shop without points.',
  }),
  notes: z.array(z.string()).meta({
    description: 'What differs from the price in the catalogue and why (初回価格 once a person), ready to show.',
  }),
})
export type Quote = z.infer<typeof Quote>
