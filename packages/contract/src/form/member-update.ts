import * as rule from '@kushi/values/field-rule'
import * as z from 'zod/mini'
import { field } from './field.ts'
import { memberShape } from './member.ts'

const { email: _email, password: _password, where_did_you_know: _answer, ...shape } = memberShape

/** 会員情報の変更: the member form without e-mail and password, which have their own calls. */
export const memberUpdateShape = {
  ...shape,
  /** `phoneRuleOfMember` checks the format: a stored number that is older than the rule is accepted unchanged. */
  phone_number: field(rule.required('電話番号'), rule.maxLength('電話番号', 20)),
  /** Consent to news over LINE, as `mail_magazine_flag` is for news by mail (特定電子メール法). */
  line_magazine_flag: z.boolean(),
}
export const MemberUpdateForm = z.object(memberUpdateShape)
export type MemberUpdateForm = z.infer<typeof MemberUpdateForm>

/**
 * Returns the rule for a member's phone number. `stored`: the member's stored number, which is accepted unchanged even
 * if it is older than the rule.
 */
export const phoneRuleOfMember = (stored: string) => rule.phone('電話番号', stored)
