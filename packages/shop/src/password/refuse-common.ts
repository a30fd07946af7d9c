import { userMessage } from '@kushi/values/user-message'
import { invalidFields } from '../shop-error.ts'
import { isCommonPassword } from './common-password.ts'

/** @throws ShopError 422 beside `password` for one that leaks hold by the thousand */
export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return
  throw invalidFields([{ path: 'password', message_id: 'password_common', message: userMessage('password_common') }])
}
