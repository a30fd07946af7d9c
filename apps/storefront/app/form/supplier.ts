import type { Customer } from '@kushi/contract/customer'
import { supplierShape } from '@kushi/contract/form/contact'
import { confirmationFailures } from '@kushi/contract/form/member-rules'
import * as z from 'zod/mini'
import { type AddressDraft, emptyDraft } from '../state/purchase-draft.ts'
import { writeAddress } from './address.ts'
import { formOf } from './codec.ts'
import { spacedKana } from './kana.ts'
import { collapseSpaces, normalizeEmail, normalizeText } from './writing.ts'

type PlaceDraft = Omit<AddressDraft, 'name01' | 'name02' | 'kana01' | 'kana02'>

/** Form values of 卸のお取引のお申し込み. */
export interface SupplierFields extends PlaceDraft {
  company_name: string
  name: string
  name_kana: string
  email: string
  email_confirm: string
  site_url: string
  content: string
  terms_agreed: boolean
  privacy_agreed: boolean
}

/** Initial values, filled with a member's company. */
export function initialSupplier(customer: Customer | null | undefined): SupplierFields {
  const known = customer?.account_type ? customer : null
  const { name01: _1, name02: _2, kana01: _3, kana02: _4, ...place } = emptyDraft.other
  return {
    ...place,
    company_name: known?.company_name ?? '',
    name: known?.manager_name ?? '',
    name_kana: known?.manager_name_kana ?? '',
    email: known?.email ?? '',
    email_confirm: known?.email ?? '',
    site_url: '',
    content: '',
    terms_agreed: false,
    privacy_agreed: false,
  }
}

/** The idempotency key is added when it is sent. */
export const supplierForm = formOf({
  write: (typed: SupplierFields) => {
    const { name01: _1, name02: _2, kana01: _3, kana02: _4, ...place } = writeAddress({ ...emptyDraft.other, ...typed })
    return {
      ...place,
      company_name: typed.company_name.trim(),
      name: collapseSpaces(typed.name),
      name_kana: spacedKana(typed.name_kana),
      email: normalizeEmail(typed.email),
      email_confirm: normalizeEmail(typed.email_confirm),
      site_url: normalizeText(typed.site_url),
      content: typed.content.trim(),
      terms_agreed: typed.terms_agreed,
      privacy_agreed: typed.privacy_agreed,
    }
  },
  schema: z.object(supplierShape),
  extraChecks: confirmationFailures,
})
