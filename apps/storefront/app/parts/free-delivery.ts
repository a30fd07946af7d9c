import type { Shop } from '@kushi/contract/setting'

type FreeDelivery = Pick<Shop, 'delivery_free_amount' | 'delivery_free_after_promotions'>

/** Whether these goods alone certainly have free delivery: 年払い includes it. Where promotions are taken off first, only a quote knows. */
export const isFreeAlone = (
  shop: FreeDelivery | null | undefined,
  { subtotal, lump_sum_payment_num }: { subtotal: number; lump_sum_payment_num: number | null },
): boolean =>
  lump_sum_payment_num !== null ||
  (shop != null &&
    shop.delivery_free_amount !== null &&
    !shop.delivery_free_after_promotions &&
    subtotal >= shop.delivery_free_amount)
