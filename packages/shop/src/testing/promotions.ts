import type { Db } from '@kushi/db/connect'
import { promotion, promotion_code } from '@kushi/db/schema/promotion'
import type { PromotionTerms } from '@kushi/values/promotion'
import type { EffectNumberField, EffectSkuField } from '@kushi/values/promotion/kind'
import { PROMOTION_KINDS, type PromotionEffect } from '@kushi/values/promotion/kinds'
import type { QuantityPrice } from '@kushi/values/quantity-price'
import fc from 'fast-check'
import type { SetComponent } from '../catalogue/price/rules/price-state.ts'
import type { GiftSku } from '../catalogue/promotion/rules/apply-promotions.ts'

const yen = (min: number, max: number) => fc.integer({ min, max })

/** A figure of any size that matters beside the prices below; the SKUs are those of `arbitraryGift`. */
const figureOf = (field: EffectNumberField | EffectSkuField) =>
  'is_sku' in field
    ? fc.constantFrom(1, 2)
    : fc.oneof(
        fc.integer({ min: field.min, max: Math.min(field.max, 20_000) }),
        fc.integer({ min: field.min, max: Math.min(field.max, 9) }),
      )

const effect: fc.Arbitrary<PromotionEffect> = fc.oneof(
  ...PROMOTION_KINDS.map(({ kind, fields }) =>
    fc.record({
      kind: fc.constant(kind),
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, figureOf(field)])),
    }),
  ),
) as fc.Arbitrary<PromotionEffect>

/** Any promotions together, each with its own id, for goods with the ids 1 to 4. */
export const arbitraryPromotions: fc.Arbitrary<PromotionTerms[]> = fc
  .array(
    fc.record({
      effect,
      product_ids: fc.subarray([1, 2, 3, 4]),
      cart_type: fc.constantFrom(0 as const, 1 as const, null),
      min_amount: fc.oneof(fc.constant(0), yen(1, 50_000)),
      from_cycle: fc.integer({ min: 1, max: 4 }),
      to_cycle: fc.option(fc.integer({ min: 4, max: 6 })),
      stack_group: fc.constantFrom('a', 'b', null),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((one, n) => ({ ...one, promotion_id: n + 1, promotion_name: `特典${n + 1}` })))

/** What of a gift there is. */
export const arbitraryGift: fc.Arbitrary<GiftSku> = fc.record({
  product_sku_id: fc.constantFrom(1, 2),
  price: yen(0, 5_000),
  stock: fc.integer({ min: -2, max: 6 }),
  fits: fc.boolean(),
})

/** Any 数量割引 of a SKU, by ascending pieces. */
export const arbitraryQuantityPrices: fc.Arbitrary<QuantityPrice[]> = fc
  .uniqueArray(
    fc.record({
      from_pieces: fc.integer({ min: 2, max: 20 }),
      price: yen(0, 20_000),
      subscription_price: fc.option(yen(0, 20_000)),
    }),
    { maxLength: 3, selector: ({ from_pieces }) => from_pieces },
  )
  .map((steps) => steps.sort((a, b) => a.from_pieces - b.from_pieces))

/** Any セットの中身; often none. */
export const arbitrarySetParts: fc.Arbitrary<SetComponent[]> = fc.oneof(
  fc.constant<SetComponent[]>([]),
  fc.array(
    fc.record({
      pieces: fc.integer({ min: 1, max: 5 }),
      list_price: fc.oneof(fc.constant(0), yen(0, 20_000)),
      tax_rate: fc.constantFrom(8 as const, 10 as const),
    }),
    { maxLength: 4 },
  ),
)

let codes = 0

/** A promotion of shop 2 that is running, with a code if it needs one; returns its id and code. */
export async function insertRunningPromotion(
  db: Db,
  more: Partial<typeof promotion.$inferInsert> = {},
  perCode: number | null = null,
) {
  const begun = new Date('2026-01-01T00:00:00Z')
  const [row] = await db
    .insert(promotion)
    .values({
      shop_id: 2,
      promotion_name: '秋の特典',
      status: 'active',
      trigger: 'code',
      audience: 'everybody',
      starts_at: begun,
      effect: { kind: 'yen', yen: 500 },
      created_at: begun,
      updated_at: begun,
      ...more,
    })
    .returning()
  const code = `AKI${++codes}`
  if (row!.trigger === 'code')
    await db
      .insert(promotion_code)
      .values({ shop_id: 2, promotion_id: row!.id, code, max_uses: perCode, created_at: begun })
  return { id: row!.id, code }
}
