import { answerPrice, answerPriceByLink, showPriceOffer } from '@kushi/shop/subscription/answer-price-offer'
import { cancelSubscription } from '@kushi/shop/subscription/cancel-subscription'
import { changePayment } from '@kushi/shop/subscription/change-payment'
import { findNextDelivery, listSubscriptionDates, previewPattern } from '@kushi/shop/subscription/delivery-dates'
import { getSubscription } from '@kushi/shop/subscription/get-subscription'
import { listSubscriptions } from '@kushi/shop/subscription/list-subscriptions'
import { pauseSubscription } from '@kushi/shop/subscription/pause-subscription'
import { previewUpdate } from '@kushi/shop/subscription/preview-update'
import { previewReopening, reopenSubscription } from '@kushi/shop/subscription/reopen-subscription'
import { skipDelivery, undoSkip } from '@kushi/shop/subscription/skip-delivery'
import { updateSubscription } from '@kushi/shop/subscription/update-subscription'
import type { Bindings } from '../http/implement.ts'

export const subscription = {
  'GET /v1/order/subscription/': listSubscriptions,
  'GET /v1/order/subscription/detail/{id}': getSubscription,
  'POST /v1/order/subscription/{id}/preview': previewUpdate,
  'PUT /v1/order/subscription/update/{id}': updateSubscription,
  'PATCH /v1/order/subscription/update/{id}/payment': changePayment,
  'PATCH /v1/order/subscription/update/{id}/pause': pauseSubscription,
  'PATCH /v1/order/subscription/update/{id}/cancel': cancelSubscription,
  'PATCH /v1/order/subscription/update/{id}/reopen-scheduled': reopenSubscription,
  'PATCH /v1/order/subscription/update/{id}/price': answerPrice,
  'POST /v1/order/subscription/price/offer': showPriceOffer,
  'POST /v1/order/subscription/price/answer': answerPriceByLink,
  'GET /v1/order/subscription/{id}/reopen': previewReopening,
  'PATCH /v1/order/subscription/{id}/skip': skipDelivery,
  'PATCH /v1/order/subscription/{id}/skip/undo': undoSkip,
  'POST /v1/order/subscription/delivery-date/next': findNextDelivery,
  'GET /v1/order/subscription/{id}/delivery-date/list': listSubscriptionDates,
  'POST /v1/order/subscription/{id}/delivery-pattern/change': previewPattern,
} satisfies Partial<Bindings>
