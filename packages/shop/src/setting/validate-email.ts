import { isEmail } from '@kushi/values/email'
import { suggestEmail } from '@kushi/values/email-suggestion'
import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'

/** Syntax, and what was probably meant (`gmial.com`). Never tells whether the address is registered. */
export const validateEmail: Verb<'POST /v1/setting/shop/mail/validate-email'> = async (ctx, { email }) => {
  await takeLimit(ctx, 'mail_validate', { address: ctx.ip })
  const is_valid = isEmail(email)
  return { is_valid, suggestion: is_valid ? suggestEmail(email) : null }
}
