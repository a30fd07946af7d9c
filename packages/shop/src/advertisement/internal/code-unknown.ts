import { ShopError } from '../../shop-error.ts'

/** The campaign can't be told: its code, LINE's code or the `state` is unknown, used or over. The visit goes on without it. */
export const codeUnknown = () =>
  new ShopError(422, 'ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE', 'キャンペーンの情報を確認できませんでした。')
