import * as rule from '@kushi/values/field-rule'
import { MAX_YEN, PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { z } from 'zod'
import { idParam, listOf, yen } from '../endpoint.ts'
import { optionalTitleField, paragraphsField, titleField } from '../form/field.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fieldIssue, RunningSubscriptions, versionField, wholeNumberField } from './setting-field.ts'

const values = {
  visible: z.boolean(),
  sort_no: z.int(),
  max_amount: yen,
  cumulative_limit: yen.nullable(),
  pay_within_days: z.int().nullable(),
  for_subscriptions: z.boolean().nullable(),
  fees: z.array(z.object({ from_amount: yen, fee: yen })),
}

/** 支払方法 with its table of fees. `payment_method_id` identifies the method and can't be changed. */
export const PaymentSetting = z.object({
  id: z.int(),
  payment_method_id: z.int().nullable().meta({ title: '支払方法の番号' }),
  payment_name: z.string().meta({ title: '支払方法の名前' }),
  description: z.string().meta({ title: '説明' }),
  provider_name: z.string().meta({ title: '提供会社の名前' }),
  ...values,
  version: versionField,
})
export type PaymentSetting = z.infer<typeof PaymentSetting>

const MAX_AMOUNT = 999_999_999

export const PaymentSettingForm = z
  .object({
    payment_name: markCustomerFacing(titleField(rule.required('名前'), rule.maxLength('名前', 30))),
    description: markCustomerFacing(paragraphsField(rule.required('説明'), rule.maxLength('説明', 400))),
    provider_name: optionalTitleField(rule.maxLength('請求する会社', 60)),
    visible: z.boolean(),
    sort_no: wholeNumberField('表示順', 1, 999),
    max_amount: wholeNumberField('1回の上限', 0, MAX_AMOUNT).meta({ title: '上限の金額' }),
    cumulative_limit: wholeNumberField('累計の上限', 0, MAX_AMOUNT).nullable().meta({ title: '累計の上限' }),
    pay_within_days: wholeNumberField('お支払いの期限', PREPAYMENT_DAYS_RANGE.from, PREPAYMENT_DAYS_RANGE.to)
      .nullable()
      .optional()
      .meta({
        title: 'お支払いの期限',
        description:
          '前払い: days within which the customer pays, the day of the order not counted; null: paid in another way.',
      }),
    for_subscriptions: z.boolean().nullable().optional().meta({
      title: '定期便での利用',
      description:
        'Of a method whose account customers link (連携): whether the contract with the company grants it for 定期便. 前払い: whether it pays their first delivery. null: not set, or another method.',
    }),
    fees: z
      .array(
        z.object({
          from_amount: wholeNumberField('金額', 0, MAX_AMOUNT).meta({ title: 'この金額から' }),
          fee: wholeNumberField('手数料', 0, MAX_YEN),
        }),
      )
      .max(20, { error: '手数料は20段階までです。' })
      .meta({ title: '手数料' }),
    version: versionField,
  })
  .check(({ value, issues }) => {
    const amounts = value.fees.map(({ from_amount }) => from_amount)
    for (const [n, amount] of amounts.entries())
      if (n > 0 && amount <= amounts[n - 1]!)
        issues.push(fieldIssue(['fees', n, 'from_amount'], '金額は、小さい順に入力してください。', value))
  })

export const paymentSettingAdminEndpoints = {
  'GET /admin/v1/setting/payments': {
    summary: '支払方法の設定',
    permission: 'setting.read',
    /** Their keys are the `payment_method_id` of the items. */
    response: listOf(PaymentSetting).extend({ running_subscriptions: RunningSubscriptions }),
  },
  'PUT /admin/v1/setting/payments/{id}': {
    summary: '支払方法を変える',
    replaces: 'GET /admin/v1/setting/payments',
    permission: 'setting.write',
    params: z.object({ id: idParam }),
    body: PaymentSettingForm,
    response: PaymentSetting,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
} as const satisfies AdminEndpoints
