import { z } from 'zod'
import { listOf, postalCode } from '../endpoint.ts'
import { Town } from '../postcode.ts'
import type { AdminEndpoints } from './endpoint.ts'

export type FoundTown = z.infer<typeof Town>

export const postcodeAdminEndpoints = {
  'GET /admin/v1/postcodes/{postal_code}': {
    summary: '郵便番号から住所(該当するすべての町)',
    permission: 'order.read',
    params: z.object({ postal_code: postalCode }),
    response: listOf(Town),
    errors: ['ERROR_POSTCODE_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies AdminEndpoints
