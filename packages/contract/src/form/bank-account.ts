import { BANK_ACCOUNT_TYPES, isBankTransferName, toBankTransferName } from '@kushi/values/bank-transfer'
import * as rule from '@kushi/values/field-rule'
import { fieldRuleMessage } from '@kushi/values/message'
import { toHalfWidth } from '@kushi/values/text'
import * as z from 'zod/mini'
import { lineField } from './field.ts'

const digits = (error: string, pattern: RegExp) =>
  z.string().check(
    z.overwrite((text) => toHalfWidth(text).replace(/[\s-]/g, '')),
    z.regex(pattern, error),
  )

/** 振込先の口座 for a refund. */
export const BankAccountForm = z.object({
  bank_name: lineField(rule.required('銀行名'), rule.maxLength('銀行名', 30)),
  bank_code: digits('銀行コードは、数字4桁で入力してください。', /^\d{4}$/),
  branch_name: lineField(rule.required('支店名'), rule.maxLength('支店名', 30)),
  branch_code: digits('支店コードは、数字3桁で入力してください。', /^\d{3}$/),
  deposit_type: z.literal(BANK_ACCOUNT_TYPES, '口座の種類を選んでください。'),
  account_number: z.pipe(
    digits('口座番号は、7桁以内の数字で入力してください。', /^\d{1,7}$/),
    z.transform((text) => text.padStart(7, '0')),
  ),
  holder: z.string().check(
    z.overwrite(toBankTransferName),
    z.refine((name) => name !== '', { error: fieldRuleMessage('cmn-err-001', '口座名義'), abort: true }),
    z.refine(isBankTransferName, '口座名義は、30字以内のカタカナか英字で入力してください。'),
  ),
})
export type BankAccountForm = z.infer<typeof BankAccountForm>
