import { checkCard } from '@kushi/shop/payment/check-card'
import { deleteCard } from '@kushi/shop/payment/delete-card'
import { listCards } from '@kushi/shop/payment/list-cards'
import { registerCard } from '@kushi/shop/payment/register-card'
import { updateCard } from '@kushi/shop/payment/update-card'
import { followCard } from '@kushi/shop/subscription/follow-card'
import type { Bindings } from '../http/implement.ts'

export const card = {
  'POST /v1/common/payment/card/check': checkCard,
  'GET /v1/common/mypage/card/list': listCards,
  'POST /v1/common/mypage/card/register': registerCard,
  'POST /v1/common/mypage/card/update': updateCard(followCard),
  'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete': deleteCard,
} satisfies Partial<Bindings>
