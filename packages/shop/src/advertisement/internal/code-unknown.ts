import { ShopError } from '../../shop-error.ts'

/**
 * The campaign can't be identified: its code, LINE's code or the `state` is unknown, used or expired. The visit
 * continues without a campaign.
 */
export const codeUnknown = () =>
  new ShopError(422, 'ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE', 'キャンペーンの情報を確認できませんでした。')
