import type { Customer } from '@kushi/contract/customer'
import { quietApi } from '../api.ts'
import { changeCustomer } from '../state/auth.ts'
import { browserLine } from './browser-line.ts'

/**
 * Links the member who is logged in with the LINE account that is logged in; false: the login is older than ten minutes,
 * and the link to confirm went by mail. Linked already: the shop hears from LINE anew whether they are friends.
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
