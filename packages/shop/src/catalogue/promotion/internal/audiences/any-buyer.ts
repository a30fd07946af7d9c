import type { Audience, AudienceFacts } from './audience.ts'

/** Whoever comes, as often as they like. */
export const anyBuyer: Audience<AudienceFacts> = {
  load: async () => () => ({}),
  refuse: () => null,
}
