import { checkCard } from '@kushi/shop/payment/check-card'
import { listCards } from '@kushi/shop/payment/list-cards'
import { registerCard } from '@kushi/shop/payment/register-card'
import type { Bindings } from '../http/implement.ts'

export const card = {
  'POST /v1/common/payment/card/check': checkCard,
  'GET /v1/common/mypage/card/list': listCards,
  'POST /v1/common/mypage/card/register': registerCard,
} satisfies Partial<Bindings>
