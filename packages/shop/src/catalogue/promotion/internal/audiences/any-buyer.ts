import type { Audience, AudienceFacts } from './audience.ts'

/** An audience without a condition: any buyer, any number of times. */
export const anyBuyerAudience: Audience<AudienceFacts> = {
  load: async () => () => ({}),
  refuse: () => null,
}
