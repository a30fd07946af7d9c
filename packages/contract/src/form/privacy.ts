import * as rule from '@kushi/values/field-rule'
import { fieldRuleMessage } from '@kushi/values/message'
import { PRIVACY_KINDS } from '@kushi/values/privacy-request'
import * as z from 'zod/mini'
import { field, optionalParagraphsField } from './field.ts'

/** A request for correction must state what to correct: error 001. */
const saysWhat = z.check<{ kind: string; content: string }>((ctx) => {
  if (ctx.value.kind !== 'correction' || ctx.value.content.trim() !== '') return
  const text = fieldRuleMessage('cmn-err-001', 'ご請求の内容')
  ctx.issues.push({
    code: 'custom',
    input: ctx.value,
    path: ['content'],
    message: text,
    params: { message_id: 'cmn-err-001' },
  })
})

/** 個人情報のご請求, by a member who knows the password. */
export const PrivacyForm = z
  .object({
    kind: z.enum(PRIVACY_KINDS, { error: () => fieldRuleMessage('cmn-err-002', 'ご請求の種類') }),
    content: optionalParagraphsField(rule.maxLength('ご請求の内容', 2000)),
    password: field(rule.required('パスワード')),
  })
  .check(saysWhat)
