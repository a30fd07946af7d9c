import { applyAsSupplier } from '@kushi/shop/inquiry/apply-as-supplier'
import { listMemberInquiries, showMemberInquiry } from '@kushi/shop/inquiry/member-inquiries'
import { sendInquiry } from '@kushi/shop/inquiry/send-inquiry'
import type { Bindings } from '../http/implement.ts'

export const contact = {
  'POST /v1/contact/complete/mail': sendInquiry,
  'GET /v1/inquiry/customer/list': listMemberInquiries,
  'GET /v1/inquiry/customer/detail/{inquiry_no}': showMemberInquiry,
  'POST /v1/supplier/apply': applyAsSupplier,
} satisfies Partial<Bindings>
