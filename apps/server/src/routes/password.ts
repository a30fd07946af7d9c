import { confirmReset } from '@kushi/shop/password/confirm-reset'
import { requestReset } from '@kushi/shop/password/request-reset'
import { verifyReset } from '@kushi/shop/password/verify-reset'
import type { Bindings } from '../http/implement.ts'

export const password = {
  'POST /v1/common/reset-password/': requestReset,
  'POST /v1/common/reset-password/verify': verifyReset,
  'PATCH /v1/common/reset-password_confirm/': confirmReset,
} satisfies Partial<Bindings>
