import * as rule from '@kushi/values/field-rule'
import * as z from 'zod/mini'
import { agreementShape, maxContent } from './contact.ts'
import { paragraphsField } from './field.ts'

/** お問い合わせ from LINE: name and where to answer come from the LINE account. */
export const LineContactForm = z.object({
  ...agreementShape,
  inquiry_category_id: z.int().check(z.minimum(1), z.maximum(9999)),
  content: paragraphsField(rule.required('お問い合わせ内容'), rule.maxLength('お問い合わせ内容', maxContent)),
})
export type LineContactForm = z.infer<typeof LineContactForm>
