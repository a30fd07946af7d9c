import { addAddress } from '@kushi/shop/address/add-address'
import { getAddress } from '@kushi/shop/address/get-address'
import { listAddresses } from '@kushi/shop/address/list-addresses'
import type { Bindings } from '../http/implement.ts'

export const address = {
  'GET /v1/common/address': listAddresses,
  'GET /v1/common/address/detail/{id}': getAddress,
  'POST /v1/common/address/new': addAddress,
} satisfies Partial<Bindings>
