import { isEmail } from '@kushi/values/email'
import { suggestEmail } from '@kushi/values/email-suggestion'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../limit/index.ts'

/** Checks the syntax and suggests a correction (`gmial.com`). Never reveals whether the address is registered. */
export const validateEmail: Handler<'POST /v1/setting/shop/mail/validate-email'> = async (ctx, { email }) => {
  await consumeLimit(ctx, 'mail_validate', { address: ctx.ip })
  const is_valid = isEmail(email)
  return { is_valid, suggestion: is_valid ? suggestEmail(email) : null }
}
