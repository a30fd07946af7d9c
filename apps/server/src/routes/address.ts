import { addAddress } from '@kushi/shop/address/add-address'
import { deleteAddress } from '@kushi/shop/address/delete-address'
import { getAddress } from '@kushi/shop/address/get-address'
import { listAddresses } from '@kushi/shop/address/list-addresses'
import { updateAddress } from '@kushi/shop/address/update-address'
import type { Bindings } from '../http/implement.ts'

export const address = {
  'GET /v1/common/address': listAddresses,
  'GET /v1/common/address/detail/{id}': getAddress,
  'POST /v1/common/address/new': addAddress,
  'PUT /v1/common/address/update/{id}': updateAddress,
  'DELETE /v1/common/address/delete/{id}': deleteAddress,
} satisfies Partial<Bindings>
