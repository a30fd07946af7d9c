type Rule = { minLength?: number; maxLength?: number; pattern?: string; format?: string; examples: unknown[] }
const text = (maxLength: number, example: string): Rule => ({ minLength: 1, maxLength, examples: [example] })
const optional = (maxLength: number, example: string): Rule => ({ maxLength, examples: [example] })

/**
 * Our own rules of text fields as JSON Schema, which cannot express that a character must be one of Shift-JIS (CP932).
 */
export const textRules: Record<string, Rule> = {
  name01: text(20, '山田'),
  name02: text(20, '花子'),
  kana01: { ...text(40, 'やまだ'), pattern: '^[ぁ-ゖー]+$' },
  kana02: { ...text(40, 'はなこ'), pattern: '^[ぁ-ゖー]+$' },
  postal_code01: { pattern: '^\\d{3}$', examples: ['248'] },
  postal_code02: { pattern: '^\\d{4}$', examples: ['0006'] },
  addr01: text(60, '鎌倉市小町'),
  addr02: text(60, '1-2-3'),
  addr03: optional(60, '椿ビル 201'),
  phone_number: { pattern: '^(0[5789]0\\d{8}|(?!0[5789]0)\\d{10})$', examples: ['09012345678'] },
  'ContactForm.phone_number': { pattern: '^(0[5789]0\\d{8}|(?!0[5789]0)\\d{10})?$', examples: ['09012345678'] },
  'MemberUpdateForm.phone_number': text(20, '09012345678'),
  email: { minLength: 1, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', examples: ['hanako@example.com'] },
  email_confirm: { minLength: 1, examples: ['hanako@example.com'] },
  // The shop sets the length; the handlers check it with the rest of the rule.
  password: text(128, 'Tsubaki2026'),
  'LoginForm.password': { minLength: 1, examples: ['Tsubaki2026'] },
  'WithdrawForm.password': { minLength: 1, examples: ['Tsubaki2026'] },
  'PrivacyForm.password': { minLength: 1, examples: ['Tsubaki2026'] },
  'ChangeEmailForm.password': { minLength: 1, examples: ['Tsubaki2026'] },
  password_confirm: { minLength: 1, examples: ['Tsubaki2026'] },
  current_password: { minLength: 1, examples: ['Tsubaki2025'] },
  company_name: optional(50, '株式会社椿野'),
  company_name_kana: optional(50, 'かぶしきがいしゃつばきの'),
  manager_name: optional(50, '山田 花子'),
  manager_name_kana: optional(50, 'やまだ はなこ'),
  'SupplierForm.company_name': text(80, '株式会社椿野(山田花子)'),
  'SupplierForm.name': { ...text(40, '山田 花子'), pattern: '^\\S+[ 　]+\\S+$' },
  'SupplierForm.name_kana': { ...text(80, 'やまだ はなこ'), pattern: '^[ぁ-ゖー]+[ 　]+[ぁ-ゖー]+$' },
  'SupplierForm.site_url': {
    maxLength: 200,
    pattern: '^(https?://[^\\s/]+\\.[^\\s]+)?$',
    examples: ['https://example.com'],
  },
  'SupplierForm.content': optional(2000, '取り扱いを希望します。'),
  'PrivacyForm.content': optional(2000, '生年月日を1984年5月12日に直してください。'),
  content: text(2000, '解約の方法を教えてください。'),
  'query.name': optional(40, '山田商店'),
  'query.proviso': optional(40, '商品代'),
}
