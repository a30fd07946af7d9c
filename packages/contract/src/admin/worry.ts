import * as rule from '@kushi/values/field-rule'
import { z } from 'zod'
import { titleField } from '../form/field.ts'
import { markCustomerFacing } from '../read-by.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { versionField } from './setting-field.ts'

const slug = z
  .string()
  .min(1, '入力してください。')
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '半角の英小文字・数字を「-」でつないで入力してください。')

/** 悩み, with the products that the shop offers for it. */
const WorryInput = z.object({
  worry_name: markCustomerFacing(
    titleField(rule.required('悩み'), rule.maxLength('悩み', 20)).check(z.meta({ title: '悩みの名前' })),
  ),
  slug,
  title: markCustomerFacing(titleField(rule.required('一覧の見出し'), rule.maxLength('一覧の見出し', 60))),
  lead: markCustomerFacing(z.string().trim().max(300, '300文字までです。')),
  /** In the shop's order. */
  product_ids: z.array(z.int().positive()).max(50, '商品は50点までです。').meta({ title: '商品' }),
})
export type WorryInput = z.infer<typeof WorryInput>

const WorrySetting = z.object({ items: z.array(WorryInput), version: versionField })

export const worryAdminEndpoints = {
  'GET /admin/v1/setting/worries': { summary: '悩み', permission: 'catalogue.read', response: WorrySetting },
  'PUT /admin/v1/setting/worries': {
    summary: '悩みを変える',
    permission: 'catalogue.write',
    body: z.object({ items: z.array(WorryInput).max(20, '20個までです。'), version: versionField }),
    response: WorrySetting,
    errors: ['ERROR_CHANGED_MEANWHILE'],
  },
} as const satisfies AdminEndpoints
