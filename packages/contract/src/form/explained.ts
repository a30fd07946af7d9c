import { z } from 'zod'
import { BankAccountForm } from './bank-account.ts'
import { ContactForm, inquiryShape, supplierShape } from './contact.ts'
import { deviceCodeField, memberShape } from './member.ts'
import { ChangePasswordForm } from './password.ts'

/**
 * Explanations of form fields that no call explains. They are apart from the forms, because the shop's browser loads
 * those.
 */
const explain = <Shape extends Record<string, z.core.$ZodType>>(
  shape: Shape,
  descriptions: { readonly [Name in keyof Shape]?: string },
) => {
  for (const [name, description] of Object.entries(descriptions)) z.globalRegistry.add(shape[name]!, { description })
}

explain(memberShape, {
  password:
    'パスワード: half-width characters with a digit, a lower-case and an upper-case letter; as many as the shop’s `password_min` to `password_max`, 7 to 15 unless it sets others.',
  where_did_you_know: 'Id of the master data `where_did_you_know`; null: no answer.',
})
explain(
  { device_code: deviceCodeField },
  {
    device_code: '確認コード: the six digits that were sent; of a login only after ERROR_LOGIN_CODE.',
  },
)
explain(ChangePasswordForm.shape, { current_password: 'The password that is good until now.' })
explain(inquiryShape, {
  terms_agreed: '利用規約: agreed.',
  privacy_agreed: 'プライバシーポリシー: agreed.',
  inquiry_category_id: 'Id of the master data `inquiry_category`.',
})
explain(ContactForm.shape, {
  photographs: '写真: at most 3, 10 MB together as files. They are re-encoded; only the shop’s operators see them.',
})
explain(supplierShape, {
  name_kana: 'The name in hiragana, with a space between last and first name.',
  site_url: 'ホームページ; empty: none.',
})
explain(BankAccountForm.shape, {
  bank_name: '銀行名, as its customer knows it.',
  bank_code: '銀行コード: four digits.',
  branch_name: '支店名',
  branch_code: '支店コード: three digits.',
  deposit_type: '口座の種類: 1 普通, 2 当座, 4 貯蓄.',
  account_number: '口座番号: up to seven digits.',
  holder: '口座名義 in kana; half-width in the answer.',
})
