import { userMessage } from '@kushi/values/user-message'
import { ShopError } from '../../../shop-error.ts'

/** Not a 401, which would end the session of a member who is only linking LINE. */
export const lineTokenRefused = () => new ShopError(422, 'ERROR_LINE_TOKEN', userMessage('line_login_failed'))
export const lineUnavailable = () => new ShopError(503, 'ERROR_LINE_UNAVAILABLE', userMessage('line_unavailable'))
export const lineNotUsed = () => new ShopError(409, 'ERROR_LINE_NOT_USED', userMessage('line_not_used'))
export const lineNotFriend = () => new ShopError(403, 'ERROR_LINE_NOT_FRIEND', userMessage('line_not_friend'))
export const lineExists = () =>
  new ShopError(409, 'ERROR_USER_CUSTOMER_LINE_EXISTS', userMessage('line_account_in_use'))
export const customerHasLine = () => new ShopError(409, 'ERROR_CUSTOMER_HAS_LINE', userMessage('line_other_linked'))
export const lineAccountDifferent = () =>
  new ShopError(403, 'ERROR_LINE_ACCOUNT_DIFFERENT', userMessage('line_account_different'))
