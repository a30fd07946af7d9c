import type { AudienceFacts, PromotionAudienceRule } from './audience.ts'

/** An audience without a condition: any buyer, any number of times. */
export const anyBuyerAudience: PromotionAudienceRule<AudienceFacts> = {
  load: async () => () => ({}),
  refuse: () => null,
}
