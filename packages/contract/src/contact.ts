import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { ContactForm, SupplierForm } from './form/contact.ts'

/** 受付番号, to be named when somebody asks again. */
const Received = z.object({ inquiry_no: z.string() })

export const contact = {
  'POST /v1/contact/complete/mail': {
    summary: 'お問い合わせの送信(お客様と店舗へメールが届く)',
    auth: 'optional',
    body: ContactForm,
    response: Received,
    errors: ['ERROR_IDEMPOTENCY_KEY_REUSED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/supplier/apply': {
    summary: '卸のお取引のお申し込み',
    auth: 'optional',
    body: SupplierForm,
    response: Received,
    errors: ['ERROR_IDEMPOTENCY_KEY_REUSED', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
