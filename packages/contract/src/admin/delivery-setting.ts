import { CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import * as rule from '@kushi/values/field-rule'
import { MAX_YEN } from '@kushi/values/limits'
import { fieldRuleMessage } from '@kushi/values/message'
import { prefectures } from '@kushi/values/prefecture'
import { z } from 'zod'
import { idParam, listOf, yen } from '../endpoint.ts'
import { titleField } from '../form/field.ts'
import { oneOf } from '../one-of.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { fieldIssue, RunningSubscriptions, versionField, wholeNumberField } from './setting-field.ts'

/** 配送方法 with its time zones and the values that differ by prefecture. */
export const DeliverySetting = z.object({
  id: z.int(),
  delivery_name: z.string().meta({ title: '配送方法の名前' }),
  flat_rate_delivery_fee: yen,
  island_surcharge: yen,
  cool_fee: yen,
  max_weight_g: z.int().nullable().meta({ title: '重さの上限' }),
  visible: z.boolean().meta({ title: '公開' }),
  mail_delivery_flag: z.boolean().meta({ title: 'メール便' }),
  /** 送り状ソフト; null: not set yet, so nothing can be shipped by this method. */
  carrier_program: oneOf(CARRIER_PROGRAM_NAME).nullable().meta({ title: '送り状ソフト' }),
  sort_no: z.int().meta({ title: '並び順' }),
  times: z
    .array(z.object({ id: z.int(), delivery_time: z.string().meta({ title: '時間帯' }) }))
    .meta({ title: '時間帯' }),
  prefectures: z
    .array(
      z.object({
        pref_id: z.int().meta({ title: '都道府県' }),
        fee: yen.nullable().meta({ title: '送料・手数料' }),
        cool_fee: yen.nullable(),
        extra_days: z.int().meta({ title: '余分な日数' }),
      }),
    )
    .meta({ title: '都道府県別' }),
  version: versionField,
})
export type DeliverySetting = z.infer<typeof DeliverySetting>

export const DeliverySettingForm = z
  .object({
    delivery_name: markCustomerFacing(titleField(rule.required('名前'), rule.maxLength('名前', 30))),
    flat_rate_delivery_fee: wholeNumberField('送料', 0, MAX_YEN).meta({ title: '送料' }),
    island_surcharge: wholeNumberField('離島の追加料金', 0, MAX_YEN).meta({ title: '離島の追加料金' }),
    cool_fee: wholeNumberField('クール代', 0, MAX_YEN).optional(),
    max_weight_g: wholeNumberField('重さの上限', 1, 100_000).nullable(),
    visible: z.boolean(),
    mail_delivery_flag: z.boolean(),
    carrier_program: oneOf(CARRIER_PROGRAM_NAME).nullable(),
    sort_no: wholeNumberField('表示順', 1, 999),
    /** In their order; `id` null: a new one. */
    times: z
      .array(
        z.object({
          id: z.int().positive().nullable(),
          delivery_time: markCustomerFacing(titleField(rule.required('時間帯'), rule.maxLength('時間帯', 20))),
        }),
      )
      .max(20, { error: '時間帯は20件までです。' }),
    /** `fee` null: the flat rate; `cool_fee` null: that of the method. */
    prefectures: z
      .array(
        z.object({
          pref_id: z.int().min(1).max(prefectures.length),
          fee: wholeNumberField('送料', 0, MAX_YEN).nullable(),
          cool_fee: wholeNumberField('クール代', 0, MAX_YEN).nullable().optional(),
          extra_days: wholeNumberField('追加日数', 0, 30),
        }),
      )
      .max(prefectures.length),
    version: versionField,
  })
  .check(({ value, issues }) => {
    const seen = new Set<number>()
    for (const [n, { pref_id }] of value.prefectures.entries()) {
      if (seen.has(pref_id))
        issues.push(
          fieldIssue(['prefectures', n, 'fee'], fieldRuleMessage('cmn-err-009', '都道府県'), value, 'cmn-err-009'),
        )
      seen.add(pref_id)
    }
    if (value.mail_delivery_flag && [value, ...value.prefectures].some(({ cool_fee }) => cool_fee))
      issues.push(
        fieldIssue(['cool_fee'], 'メール便では冷蔵・冷凍の商品を送れません。クール代を消してください。', value),
      )
    if (value.mail_delivery_flag && value.times.length > 0)
      issues.push(fieldIssue(['mail_delivery_flag'], 'メール便では時間帯を選べません。時間帯を消してください。', value))
  })

const write = { permission: 'setting.write', body: DeliverySettingForm, response: DeliverySetting } as const

export const deliverySettingAdminEndpoints = {
  'GET /admin/v1/setting/deliveries': {
    summary: '配送方法の設定',
    permission: 'setting.read',
    /** Their keys are the `id` of the items. */
    response: listOf(DeliverySetting).extend({ running_subscriptions: RunningSubscriptions }),
  },
  'POST /admin/v1/setting/deliveries': { summary: '配送方法を増やす', ...write },
  'PUT /admin/v1/setting/deliveries/{id}': {
    summary: '配送方法を変える',
    replaces: 'GET /admin/v1/setting/deliveries',
    params: z.object({ id: idParam }),
    ...write,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CHANGED_MEANWHILE'],
  },
} as const satisfies AdminEndpoints
