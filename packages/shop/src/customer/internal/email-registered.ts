import { message } from '@kushi/values/message'
import { ShopError } from '../../shop-error.ts'

/** The e-mail belongs to another member: cmn-err-012 beside the field. */
export function emailRegistered(): ShopError {
  const text = message('cmn-err-012', 'メールアドレス')
  const fields = [{ path: 'email', message_id: 'cmn-err-012', message: text }]
  return new ShopError(422, 'ERROR_EMAIL_REGISTERED', text, { fields })
}
