import { hasErrorPayment } from '@kushi/shop/customer/has-error-payment'
import { registerCustomer } from '@kushi/shop/customer/register-customer'
import type { Bindings } from '../http/implement.ts'

export const customer = {
  'POST /v1/customer/new': registerCustomer,
  'GET /v1/customer/has-error-payment': hasErrorPayment,
} satisfies Partial<Bindings>
