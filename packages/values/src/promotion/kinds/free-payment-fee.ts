import { definePromotionKind, noDiscountOutcome } from '../kind.ts'

export const freePaymentFeeKind = definePromotionKind({
  kind: 'free_payment_fee',
  place: 'fee',
  name: '手数料無料',
  fields: {},
  sentence: (_, goods) => `${goods}をお買い上げの手数料を無料にします。`,
  offer: () => '手数料無料',
  gives: { waives: 'payment_fee' },
  outcomes: noDiscountOutcome,
})
