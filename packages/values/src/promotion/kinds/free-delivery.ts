import { definePromotionKind, noDiscountOutcome } from '../kind.ts'

export const freeDeliveryKind = definePromotionKind({
  kind: 'free_delivery',
  place: 'fee',
  name: '送料無料',
  fields: {},
  sentence: (_, goods) => `${goods}をお買い上げの送料を無料にします。`,
  offer: () => '送料無料',
  gives: { waives: 'delivery_fee' },
  outcomes: noDiscountOutcome,
})
