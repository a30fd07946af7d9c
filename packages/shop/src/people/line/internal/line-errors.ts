import { userMessage } from '@kushi/values/user-message'
import { ShopError } from '../../../shop-error.ts'

/**
 * Returns the error for a LINE token that LINE refused. 422 and not 401, which would end the session of a member who
 * is only linking LINE.
 */
export const lineTokenRefusedError = () => new ShopError(422, 'ERROR_LINE_TOKEN', userMessage('line_login_failed'))
export const lineUnavailableError = () => new ShopError(503, 'ERROR_LINE_UNAVAILABLE', userMessage('line_unavailable'))
export const lineNotUsedError = () => new ShopError(409, 'ERROR_LINE_NOT_USED', userMessage('line_not_used'))
export const lineNotFriendError = () => new ShopError(403, 'ERROR_LINE_NOT_FRIEND', userMessage('line_not_friend'))
export const lineLinkedElsewhereError = () =>
  new ShopError(409, 'ERROR_USER_CUSTOMER_LINE_EXISTS', userMessage('line_account_in_use'))
export const customerHasLineError = () =>
  new ShopError(409, 'ERROR_CUSTOMER_HAS_LINE', userMessage('line_other_linked'))
export const lineAccountDifferentError = () =>
  new ShopError(403, 'ERROR_LINE_ACCOUNT_DIFFERENT', userMessage('line_account_different'))
