import { CARRIERS } from '@kushi/values/carrier'
import * as rule from '@kushi/values/field-rule'
import { isPhone, normalizePhone } from '@kushi/values/phone'
import { compactDigits } from '@kushi/values/text'
import { z } from 'zod'
import { lineField } from '../form/field.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { versionField, wholeNumberField } from './setting-field.ts'

const account = z.object({
  customer_code: z
    .string()
    .trim()
    .regex(/^[0-9-]{0,20}$/, '半角の数字と「-」で入力してください。')
    .meta({ title: 'お客様コード' }),
  classification_code: z
    .string()
    .trim()
    .regex(/^[0-9]{0,3}$/, '半角の数字3桁以内で入力してください。')
    .meta({ title: '分類コード' }),
  freight_no: z
    .string()
    .trim()
    .regex(/^[0-9]{0,2}$/, '半角の数字2桁以内で入力してください。')
    .meta({ title: '運賃管理番号' }),
})

/** 出荷の設定: ご依頼主 on labels, the pickup time, and the shop's customer codes at the carriers. */
export const ShippingSetting = z.object({
  sender_name: z.string().meta({ title: 'ご依頼主' }),
  postal_code: z.string().meta({ title: '郵便番号' }),
  address1: z.string().meta({ title: '住所1' }),
  address2: z.string().meta({ title: '住所2' }),
  phone_number: z.string().meta({ title: '電話番号' }),
  item_name: z.string().meta({ title: '品名' }),
  pickup_time: z.string().nullable().meta({ title: '集荷の時刻' }),
  accounts: z.object(
    Object.fromEntries(CARRIERS.map((one) => [one, account])) as Record<(typeof CARRIERS)[number], typeof account>,
  ),
  version: versionField,
})
export type ShippingSetting = z.infer<typeof ShippingSetting>

const needed = (label: string, max: number) => lineField(rule.required(label), rule.maxLength(label, max))

export const ShippingSettingForm = z.object({
  ...ShippingSetting.shape,
  sender_name: needed('ご依頼主名', 16),
  postal_code: z
    .string()
    .overwrite(compactDigits)
    .regex(/^\d{7}$/, '郵便番号は数字7桁で入力してください。'),
  address1: needed('住所', 16),
  address2: lineField(rule.maxLength('建物', 16)),
  phone_number: z
    .string()
    .overwrite(normalizePhone)
    .refine((typed) => isPhone(typed), '電話番号の桁数をご確認ください。'),
  item_name: needed('品名', 15),
  pickup_time: z
    .string()
    .trim()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, '「15:00」のように入力してください。')
    .nullable(),
})

/** 同梱物 */
export const InsertSetting = z.object({
  inserts: z
    .array(
      z.object({
        id: z.int().positive().nullable(),
        insert_name: needed('名前', 40).check(z.meta({ title: '同梱物の名前' })),
        shelf: lineField(rule.maxLength('棚番', 20)),
        delivery_no: wholeNumberField('回数', 1, 99).nullable().meta({ title: '何回目に入れるか' }),
        adcd: z.string().trim().max(40).meta({ title: '広告コード' }),
        is_gift: z.boolean().meta({ title: 'ギフトだけ' }),
      }),
    )
    .max(30, { error: '同梱物は30件までです。' })
    .meta({ title: '同梱物' }),
  version: versionField,
})
export type InsertSetting = z.infer<typeof InsertSetting>

const read = { permission: 'setting.read' } as const
const write = { permission: 'setting.write', errors: ['ERROR_CHANGED_MEANWHILE'] } as const

export const shippingSettingAdminEndpoints = {
  'GET /admin/v1/setting/shipping': { summary: '出荷の設定', ...read, response: ShippingSetting },
  'PUT /admin/v1/setting/shipping': {
    summary: '出荷の設定を変える',
    ...write,
    body: ShippingSettingForm,
    response: ShippingSetting,
  },
  'GET /admin/v1/setting/inserts': { summary: '同梱物の設定', ...read, response: InsertSetting },
  'PUT /admin/v1/setting/inserts': {
    summary: '同梱物の設定を変える',
    ...write,
    body: InsertSetting,
    response: InsertSetting,
  },
} as const satisfies AdminEndpoints
