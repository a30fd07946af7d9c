import type { Customer } from '@kushi/contract/customer'
import { SupplierForm } from '@kushi/contract/form/contact'
import { sameAs } from '@kushi/values/field-rule'
import { toHiragana } from '@kushi/values/kana'
import { message } from '@kushi/values/message'
import { toHalfWidth } from '@kushi/values/text'
import { emailOf } from '../../forms/email-of.ts'
import { type AddressDraft, emptyDraft } from '../../state/purchase-draft.ts'
import { formName } from '../purchase/form/purchase-failures.ts'
import type { FormFailure } from '../purchase/form/purchase-form.ts'
import { toAddress } from '../purchase/form/to-address.ts'

/** 卸のお取引のお申し込み while it is typed. The address stands where its shared fields look for it. */
export interface SupplierFields {
  company_name: string
  name: string
  name_kana: string
  member: AddressDraft
  email: string
  email_confirm: string
  site_url: string
  content: string
  terms_agreed: boolean
  privacy_agreed: boolean
  idempotency_key: string
}

/** What to begin with; a member's own company is known. */
export function initialSupplier(customer: Customer | null | undefined): SupplierFields {
  const known = customer?.account_type ? customer : null
  return {
    company_name: known?.company_name ?? '',
    name: known?.manager_name ?? '',
    name_kana: known?.manager_name_kana ?? '',
    member: emptyDraft.other,
    email: known?.email ?? '',
    email_confirm: known?.email ?? '',
    site_url: '',
    content: '',
    terms_agreed: false,
    privacy_agreed: false,
    idempotency_key: '',
  }
}

/** 「山田　 花子 」→「山田 花子」 */
export const spaced = (typed: string) => toHalfWidth(typed).trim().replace(/\s+/g, ' ')
export const spacedKana = (typed: string) => spaced(toHiragana(typed))

/** As it is sent. */
export function toSupplier({ member, ...fields }: SupplierFields): SupplierForm {
  const { name01: _1, name02: _2, kana01: _3, kana02: _4, ...address } = toAddress(member)
  return {
    ...fields,
    ...address,
    company_name: fields.company_name.trim(),
    name: spaced(fields.name),
    name_kana: spacedKana(fields.name_kana),
    email: emailOf(fields.email),
    email_confirm: emailOf(fields.email_confirm),
    site_url: toHalfWidth(fields.site_url).trim(),
    content: fields.content.trim(),
  }
}

const ofAddress = /^(postal_code0[12]|pref_id|addr0[123]|phone_number)$/

/** The field in which the server's field is typed. */
export const supplierPath = (name: string) => (ofAddress.test(name) ? `member.${formName(name)}` : name)

/** What is missing or wrong, at most one per field. */
export function supplierFailures(fields: SupplierFields): FormFailure[] {
  const form = toSupplier(fields)
  const failures = (SupplierForm.safeParse(form).error?.issues ?? [])
    .map(({ path: [name], message: told }) => ({
      path: supplierPath(String(name)),
      // A number that isn't chosen has no words of its own.
      message: name === 'pref_id' ? message('cmn-err-002', '都道府県') : told,
    }))
    .filter(({ path }) => path !== 'idempotency_key')
  // The schema compares the two only once everything else is right.
  const other = sameAs('メールアドレス', 'メールアドレス(確認)', form.email)(form.email_confirm)
  if (other) failures.push({ path: 'email_confirm', message: other.message })
  return failures.filter(({ path }, index) => failures.findIndex((one) => one.path === path) === index)
}
