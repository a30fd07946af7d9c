import type { Customer } from '@kushi/contract/customer'
import { quietApi } from '../api.ts'
import { changeCustomer } from '../state/auth.ts'
import { browserLine } from './browser-line.ts'

/**
 * Links the logged-in member to the logged-in LINE account. Returns false if the login is older than ten minutes: then
 * a confirmation link is sent by mail. If already linked, the shop checks again with LINE whether the member is a
 * friend.
 * @throws ApiError ERROR_USER_CUSTOMER_LINE_EXISTS, ERROR_LINE_NOT_FRIEND, …
 */
export async function linkAccount(customer: Customer): Promise<boolean> {
  const line_access_token = browserLine.getAccessToken() ?? ''
  const isLinked = customer.account_type
    ? (
        await quietApi('POST /v1/setting/line/link-line/business-account', {
          body: { customer_id: customer.id, line_access_token },
        })
      ).line_id !== null
    : (await quietApi('POST /v1/setting/line/social-save-account', { body: { line_access_token } })).is_linked
  changeCustomer(await quietApi('POST /v1/common/me'))
  return isLinked
}
