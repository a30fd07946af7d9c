import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

export const applePayEndpoints = {
  'POST /v1/common/payment/apple-pay/merchant-session': {
    summary: 'Apple Pay の画面を開くための確認(Apple に店を示す)',
    auth: 'optional',
    while_closed: true,
    body: z.object({
      validation_url: z
        .string()
        .max(512)
        .meta({ description: '`validationURL` of the browser’s `onvalidatemerchant`; one of Apple’s own.' }),
    }),
    response: z.object({
      merchant_session: z
        .record(z.string(), z.unknown())
        .meta({ description: 'Apple’s answer, for `completeMerchantValidation`; good for minutes.' }),
    }),
    errors: ['ERROR_PAYMENT_NOT_OFFERED', 'ERROR_PAYMENT_UNAVAILABLE', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
