import type { Audience, AudienceFacts } from './audience.ts'

/** Whoever comes, as often as they like. */
export const anybody: Audience<AudienceFacts> = {
  load: async () => () => ({}),
  refuse: () => null,
}
