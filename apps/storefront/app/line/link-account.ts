import type { Customer } from '@kushi/contract/customer'
import { quietApi } from '../api.ts'
import { changeCustomer } from '../state/auth.ts'
import { browserLine } from './browser-line.ts'

/**
 * Links the member who is logged in with the LINE account that is logged in. Linked already: the shop hears from LINE
 * anew whether they are friends.
 * @throws ApiError ERROR_USER_CUSTOMER_LINE_EXISTS, ERROR_LINE_NOT_FRIEND, …
 */
export async function linkAccount(customer: Customer): Promise<void> {
  const line_access_token = browserLine.getAccessToken() ?? ''
  if (customer.account_type)
    await quietApi('POST /v1/setting/line/link-line/business-account', {
      body: { customer_id: customer.id, line_access_token },
    })
  else await quietApi('POST /v1/setting/line/social-save-account', { body: { line_access_token } })
  changeCustomer(await quietApi('POST /v1/common/me'))
}
