import { listTowns } from '@kushi/shop/postcode/list-towns'
import type { Bindings } from '../http/implement.ts'

export const postcode = {
  'GET /postcodes/{postal_code}': listTowns,
} satisfies Partial<Bindings>
