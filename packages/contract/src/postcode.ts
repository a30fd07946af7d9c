import { z } from 'zod'
import { type Endpoints, listOf, postalCode } from './endpoint.ts'

/** A town of a postcode; several may share one. */
export const Town = z.object({
  pref_id: z.int(),
  pref: z.string().meta({ description: '都道府県, as a name.' }),
  city: z.string().meta({ description: '市区町村, by the postcode.' }),
  town: z.string().meta({ description: '町域, by the postcode; empty where the code covers the whole city.' }),
})
export type Town = z.infer<typeof Town>

/** Clients of postcode services send one by either name. */
const apiKey = z.string().max(200).optional().meta({
  description: 'Of postcode services that ask for one; accepted and not needed: the shop has its own postcodes.',
})

export const postcodeEndpoints = {
  'GET /postcodes/{postal_code}': {
    summary: '郵便番号から住所(該当するすべての町)',
    auth: 'none',
    while_closed: true,
    params: z.object({ postal_code: postalCode }),
    query: z.object({
      api_key: apiKey,
      apikey: apiKey,
    }),
    response: listOf(Town),
    errors: ['ERROR_POSTCODE_UNAVAILABLE'],
  },
} as const satisfies Endpoints
