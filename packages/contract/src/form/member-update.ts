import * as rule from '@kushi/values/field-rule'
import * as z from 'zod/mini'
import { field } from './field.ts'
import { memberShape } from './member.ts'

const { email: _email, password: _password, where_did_you_know: _answer, ...shape } = memberShape

/** 会員情報の変更: the member form without e-mail and password, which have ways of their own. */
export const memberUpdateShape = {
  ...shape,
  /** Only `phoneOfMember` knows whether it is right: a stored number that predates the rule passes unchanged. */
  phone_number: field(rule.required('電話番号'), rule.maxLength('電話番号', 20)),
  /** Consent to news over LINE, as `mail_magazine_flag` is to those by mail (特定電子メール法). */
  line_magazine_flag: z.boolean(),
}
export const MemberUpdateForm = z.object(memberUpdateShape)
export type MemberUpdateForm = z.infer<typeof MemberUpdateForm>

/** The rule for a phone number of a member whose stored one is `stored`. */
export const phoneOfMember = (stored: string) => rule.phone('電話番号', stored)
