import { applyAsSupplier } from '@kushi/shop/inquiry/apply-as-supplier'
import { sendInquiry } from '@kushi/shop/inquiry/send-inquiry'
import type { Bindings } from '../http/implement.ts'

export const contact = {
  'POST /v1/contact/complete/mail': sendInquiry,
  'POST /v1/supplier/apply': applyAsSupplier,
} satisfies Partial<Bindings>
