import { getAmazonAddress } from '@kushi/shop/payment/get-amazon-address'
import { getAmazonSession } from '@kushi/shop/payment/get-amazon-session'
import { signAmazonButton } from '@kushi/shop/payment/sign-amazon-button'
import { updateAmazonSession } from '@kushi/shop/payment/update-amazon-session'
import type { Bindings } from '../http/implement.ts'

export const amazon = {
  'POST /v1/common/payment/amazon/v2/generate-button-signature': signAmazonButton,
  'GET /v1/common/payment/amazon/v2/checkout-sessions/{id}': getAmazonSession,
  'PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update': updateAmazonSession,
  'POST /v1/common/payment/amazon/address': getAmazonAddress,
} satisfies Partial<Bindings>
