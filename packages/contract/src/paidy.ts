import { z } from 'zod'
import { type Endpoints, idempotencyKey } from './endpoint.ts'
import { OrderDraft } from './order.ts'

export const paidyEndpoints = {
  'POST /v1/common/payment/paidy/checkout': {
    summary: 'ペイディの画面に渡す内容(注文の確定の前に、お客様が承認する)',
    auth: 'member',
    body: z.object({
      ...OrderDraft.shape,
      idempotency_key: idempotencyKey,
      payment_total: z.int().min(0),
      third_party_consent: z.boolean(),
    }),
    response: z.object({
      checkout: z.record(z.string(), z.unknown()).nullable().meta({
        description:
          'For `Paidy.configure(…).launch`; null: the order of this key is here, and is sent again without another approval.',
      }),
    }),
    errors: [
      'ERROR_AMOUNT_CHANGED',
      'ERROR_DEVICE_NOT_CONFIRMED',
      'ERROR_LINE_NOT_FRIEND',
      'ERROR_MEMBER_BLOCKED',
      'ERROR_ORDER_REFUSED',
      'ERROR_OUT_OF_STOCK',
      'ERROR_PAYMENT_NOT_OFFERED',
      'ERROR_SUPPLIER_NOT_APPROVED',
      'ERROR_TOTAL_NEGATIVE',
      'ERROR_TOTAL_TOO_LARGE',
    ],
  },
} as const satisfies Endpoints
